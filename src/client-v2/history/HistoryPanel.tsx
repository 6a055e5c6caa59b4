import { ReloadOutlined } from '@ant-design/icons';
import { Button, Empty, Flex, Grid, Skeleton, Table } from 'antd';
import { useMemo } from 'react';
import { ExportButton } from '../csv/ExportButton';
import { historyCsv } from '../csv/history-csv';
import { useHost } from '../host/host';
import { LoadError } from '../sequences/LoadError';
import type { TitleLookup } from '../sequences/titles';
import { buildHistoryColumns } from './history-columns';
import type { HistoryEntry } from './history-entry';
import { HistoryDetail, hasDetail } from './HistoryDetail';
import { useHistory } from './use-history';

/** Who did what to counters and rules, when, and with what outcome: repairs and every change by hand together. */
export function HistoryPanel({ titles }: { titles: TitleLookup }) {
  const host = useHost();
  const { t } = host;
  const history = useHistory();
  const { md: isWide = true } = Grid.useBreakpoint();
  const columns = useMemo(() => buildHistoryColumns({ host, titles, isWide }), [host, titles, isWide]);
  return (
    <Flex vertical gap="middle">
      <Flex wrap gap="small" justify="flex-end">
        <Button icon={<ReloadOutlined />} onClick={history.reload}>
          {t('Refresh')}
        </Button>
        <ExportButton name="history" write={async () => historyCsv(await history.readAll(), titles, host)} />
      </Flex>
      {history.error && <LoadError error={history.error} onRetry={history.isFirst ? history.reload : history.more} />}
      {history.isFirst && history.loading && <Skeleton active paragraph={{ rows: 6 }} />}
      {!history.isFirst && (
        <Table<HistoryEntry>
          rowKey="id"
          columns={columns}
          dataSource={history.entries}
          loading={history.loading}
          expandable={{
            expandedRowRender: (entry) => <HistoryDetail entry={entry} titles={titles} />,
            rowExpandable: hasDetail,
          }}
          size={isWide ? 'middle' : 'small'}
          scroll={isWide ? { x: 'max-content' } : undefined}
          tableLayout={isWide ? undefined : 'fixed'}
          pagination={false}
          locale={{
            emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('Nothing has been done so far.')} />,
          }}
        />
      )}
      {history.hasMore && !history.isFirst && (
        <Button style={{ alignSelf: 'center' }} loading={history.loading} onClick={history.more}>
          {t('Show older entries')}
        </Button>
      )}
    </Flex>
  );
}
