import { ReloadOutlined } from '@ant-design/icons';
import { Button, Empty, Flex, Grid, Skeleton, Table, Typography } from 'antd';
import type { TableColumnsType } from 'antd';
import { useState } from 'react';
import type { OperatorEntry } from '../api/outbox-types';
import { useHost } from '../host/host';
import type { Host } from '../host/host';
import { useLoad } from '../host/use-load';
import { formatCount, formatMoment } from '../sequences/format';
import { LoadError } from '../sequences/LoadError';
import { entryDetail, entryWords } from './operation-words';

const PAGE_SIZE = 20;

/** Who replayed, skipped or changed what, when, and how much of it. */
export function OperationsPanel() {
  const host = useHost();
  const { t, outbox } = host;
  const { md: isWide = true } = Grid.useBreakpoint();
  const [page, setPage] = useState(1);
  const entries = useLoad(() => outbox.listOperations(page, PAGE_SIZE), [page]);
  const { data } = entries;
  return (
    <Flex vertical gap="middle">
      <Flex justify="flex-end">
        <Button icon={<ReloadOutlined />} onClick={entries.reload}>
          {t('Refresh')}
        </Button>
      </Flex>
      {entries.error && <LoadError error={entries.error} onRetry={entries.reload} />}
      {!data && entries.loading && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <Table<OperatorEntry>
          rowKey="id"
          columns={columnsOf(host, isWide)}
          dataSource={data.rows}
          loading={entries.loading}
          size={isWide ? 'middle' : 'small'}
          tableLayout={isWide ? undefined : 'fixed'}
          pagination={{
            current: page,
            pageSize: PAGE_SIZE,
            total: data.total,
            onChange: setPage,
            showSizeChanger: false,
            hideOnSinglePage: true,
          }}
          locale={{
            emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('Nothing has been done so far.')} />,
          }}
        />
      )}
    </Flex>
  );
}

function columnsOf(host: Host, isWide: boolean): TableColumnsType<OperatorEntry> {
  const { t, language } = host;
  const by = (entry: OperatorEntry) => entry.by || t('A program');
  const detail = (entry: OperatorEntry) => (
    <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
      {entryDetail(entry, host)}
    </Typography.Text>
  );
  if (!isWide) {
    return [
      {
        title: t('What operators did'),
        render: (_, entry) => (
          <Flex vertical gap={4}>
            <span>
              {entryWords(entry, t)} · {formatCount(entry.count, language)}
            </span>
            {detail(entry)}
            <Typography.Text type="secondary" style={{ fontSize: '0.85em' }}>
              {formatMoment(entry.createdAt, language)} · {by(entry)}
            </Typography.Text>
          </Flex>
        ),
      },
    ];
  }
  return [
    { title: t('When'), render: (_, { createdAt }) => formatMoment(createdAt, language) },
    { title: t('What'), render: (_, entry) => entryWords(entry, t) },
    { title: t('How many'), align: 'right', render: (_, { count }) => formatCount(count, language) },
    { title: t('Which'), render: (_, entry) => detail(entry) },
    { title: t('By'), render: (_, entry) => by(entry) },
  ];
}
