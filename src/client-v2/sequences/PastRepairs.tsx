import { ReloadOutlined } from '@ant-design/icons';
import { Button, Empty, Flex, Skeleton, Table, Tag } from 'antd';
import type { TableColumnsType } from 'antd';
import { useMemo, useState } from 'react';
import type { Repair } from '../api/repair-types';
import { useHost } from '../host/host';
import type { Host } from '../host/host';
import { useLoad } from '../host/use-load';
import { formatCount, formatMoment } from './format';
import { LoadError } from './LoadError';
import { changedRows, RepairRowsTable } from './RepairRowsTable';
import type { TitleLookup } from './titles';
import { Notice } from './Notice';

const PAGE_SIZE = 20;

/** Who repaired or checked what, when, and with what outcome; each row unfolds to its before/after table. */
export function PastRepairs({ titles }: { titles: TitleLookup }) {
  const host = useHost();
  const { t, sequences } = host;
  const [page, setPage] = useState(1);
  const past = useLoad(() => sequences.listRepairs(page, PAGE_SIZE), [page]);
  const columns = useMemo(() => buildColumns(host, titles), [host, titles]);
  return (
    <Flex vertical gap="middle">
      <Flex justify="flex-end">
        <Button icon={<ReloadOutlined />} onClick={past.reload}>
          {t('Refresh')}
        </Button>
      </Flex>
      {past.error && <LoadError error={past.error} onRetry={past.reload} />}
      {!past.data && past.loading && <Skeleton active paragraph={{ rows: 6 }} />}
      {past.data && (
        <Table<Repair>
          rowKey="id"
          columns={columns}
          dataSource={past.data.repairs}
          loading={past.loading}
          expandable={{
            expandedRowRender: (repair) => <RepairOutcome repair={repair} titles={titles} />,
            rowExpandable: (repair) => repair.rows.length > 0 || repair.error !== undefined,
          }}
          scroll={{ x: 'max-content' }}
          pagination={{
            current: page,
            pageSize: PAGE_SIZE,
            total: past.data.total,
            onChange: setPage,
            hideOnSinglePage: true,
            showSizeChanger: false,
          }}
          locale={{
            emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('No check and no repair so far.')} />,
          }}
        />
      )}
    </Flex>
  );
}

function RepairOutcome({ repair, titles }: { repair: Repair; titles: TitleLookup }) {
  return (
    <Flex vertical gap="small">
      {repair.error && <Notice type="error" title={repair.error} />}
      {repair.rows.length > 0 && <RepairRowsTable rows={repair.rows} dryRun={repair.dryRun} titles={titles} />}
    </Flex>
  );
}

function buildColumns(host: Host, titles: TitleLookup): TableColumnsType<Repair> {
  const { t, language } = host;
  return [
    { title: t('When'), render: (_, repair) => formatMoment(repair.startedAt ?? repair.createdAt, language) },
    { title: t('What'), render: (_, repair) => <RepairKind repair={repair} /> },
    { title: t('Field'), render: (_, repair) => targetLabel(host, repair, titles) },
    {
      title: t('By'),
      render: (_, repair) => repair.by ?? (repair.origin === 'command' ? t('Command line') : t('System')),
    },
    { title: t('Status'), render: (_, repair) => <RepairStatusTag repair={repair} /> },
    {
      title: t('Counters that differed'),
      align: 'right',
      render: (_, repair) =>
        repair.status === 'succeeded'
          ? t('{{done}} of {{total}}', {
              done: formatCount(changedRows(repair.rows).length, language),
              total: formatCount(repair.rows.length, language),
            })
          : '–',
    },
  ];
}

function RepairKind({ repair }: { repair: Repair }) {
  const { t } = useHost();
  if (repair.dryRun) return <Tag>{t('Check')}</Tag>;
  return (
    <>
      <Tag color="blue">{t('Repair')}</Tag>
      {repair.allowLower && <Tag color="volcano">{t('with lowering')}</Tag>}
    </>
  );
}

function RepairStatusTag({ repair }: { repair: Repair }) {
  const { t } = useHost();
  switch (repair.status) {
    case 'running':
      return <Tag color="processing">{t('Running')}</Tag>;
    case 'failed':
      return <Tag color="error">{t('Failed')}</Tag>;
    case 'succeeded':
      return <Tag color="success">{t('Done')}</Tag>;
  }
}

function targetLabel({ t }: Host, repair: Repair, titles: TitleLookup): string {
  if (!repair.collection) return t('All fields');
  const title = titles(repair.collection, repair.field ?? '');
  return repair.field ? `${title.collection} / ${title.field}` : title.collection;
}
