import { Empty, Grid, Table, Tag, Tooltip } from 'antd';
import type { TableColumnsType } from 'antd';
import { useMemo } from 'react';
import type { Counter } from '../api/types';
import { useHost } from '../host/host';
import type { Host } from '../host/host';
import { AFTER_NUMBERS, NamedCell, NumberCell, PeriodCell, ScopeCell } from './cells';
import { CounterRowActions } from './CounterRowActions';
import type { CounterCommand } from './CounterRowActions';
import { buildCounterTree, byLabels, compareScopes, nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { compareNumbers, formatCount, formatMoment } from './format';
import { usedParts } from './used-parts';

type CounterColumn = TableColumnsType<CounterNode>[number];

interface CounterTableProps {
  counters: Counter[];
  loading: boolean;
  /** Whether a search narrowed the list: an empty one then says so, and found counters are unfolded. */
  filtered: boolean;
  onCommand: (command: CounterCommand, node: CounterNode) => void;
}

/** Every counter with its next number; the counters of one field folded under it. */
export function CounterTable({ counters, loading, filtered, onCommand }: CounterTableProps) {
  const host = useHost();
  const { t } = host;
  const rows = useMemo(() => buildCounterTree(counters), [counters]);
  const { md: isWide = true } = Grid.useBreakpoint();
  const columns = useMemo(
    () => buildColumns(host, onCommand, { isWide, ...usedParts(counters) }),
    [host, onCommand, isWide, counters],
  );
  const expandable = filtered ? { expandedRowKeys: rows.map((row) => row.id) } : undefined;
  return (
    <Table<CounterNode>
      rowKey="id"
      columns={columns}
      dataSource={rows}
      loading={loading}
      expandable={expandable}
      scroll={{ x: 'max-content' }}
      pagination={{ defaultPageSize: 20, hideOnSinglePage: true, showSizeChanger: true }}
      locale={{
        emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={emptyText(t, filtered)} />,
      }}
    />
  );
}

function emptyText(t: Host['t'], filtered: boolean): string {
  return filtered
    ? t('No counter matches the search.')
    : t('No counters yet. They appear with the first record of a collection that has a Sequence field.');
}

function buildColumns(
  host: Host,
  onCommand: CounterTableProps['onCommand'],
  shown: { isWide: boolean; scopes: boolean; periods: boolean },
): CounterColumn[] {
  // On a narrow screen a column that stays in place would leave no room for the others.
  const actions = { ...actionColumn(host, onCommand), ...(shown.isWide ? { fixed: 'right' as const } : {}) };
  return [
    fieldColumn(host),
    ...(shown.scopes ? [scopeColumn(host)] : []),
    ...(shown.periods ? [periodColumn(host)] : []),
    ...numberColumns(host),
    actions,
  ];
}

function fieldColumn({ t }: Host): CounterColumn {
  return {
    title: t('Field'),
    key: 'field',
    sorter: byLabels,
    render: (_, node) =>
      node.isField && (
        <NamedCell
          title={nodeLabel(node)}
          name={`${node.counter.collection}.${node.counter.field}`}
          extra={node.counter.orphan && <OrphanTag reason={node.counter.orphan} />}
        />
      ),
  };
}

function scopeColumn({ t, language }: Host): CounterColumn {
  return {
    title: t('Scope'),
    key: 'scope',
    sorter: (a, b) => compareScopes(a.counter.scope, b.counter.scope),
    render: (_, node) =>
      node.isSummary ? (
        t('Counters: {{number}}', { number: formatCount(node.children?.length ?? 0, language) })
      ) : (
        <ScopeCell scope={node.counter.scope} />
      ),
  };
}

function periodColumn({ t }: Host): CounterColumn {
  return {
    title: t('Period starts'),
    key: 'period',
    sorter: (a, b) => a.counter.period.localeCompare(b.counter.period),
    render: (_, node) =>
      node.isSummary ? null : <PeriodCell period={node.counter.period} timezone={node.counter.timezone} />,
  };
}

/** Marks a counter that nothing draws from; the reason shows on hover and on focus. */
function OrphanTag({ reason }: { reason: string }) {
  const { t } = useHost();
  return (
    <Tooltip title={reason}>
      <Tag color="warning" bordered={false} tabIndex={0}>
        {t('Orphan')}
      </Tag>
    </Tooltip>
  );
}

function numberColumns({ t, language }: Host): CounterColumn[] {
  return [
    {
      title: t('Last number'),
      key: 'current',
      align: 'right',
      sorter: (a, b) => compareNumbers(a.counter.current, b.counter.current),
      render: (_, node) => (node.isSummary ? null : <NumberCell value={node.counter.current} />),
    },
    {
      title: t('Next number'),
      key: 'next',
      align: 'right',
      sorter: (a, b) => compareNumbers(a.counter.next, b.counter.next),
      render: (_, node) => (node.isSummary ? null : <NumberCell value={node.counter.next} strong />),
    },
    {
      title: t('Last used'),
      key: 'lastGeneratedAt',
      responsive: ['lg'],
      ...AFTER_NUMBERS,
      sorter: (a, b) => (a.counter.lastGeneratedAt ?? '').localeCompare(b.counter.lastGeneratedAt ?? ''),
      render: (_, node) => (
        <span style={{ whiteSpace: 'nowrap' }}>{formatMoment(node.counter.lastGeneratedAt, language)}</span>
      ),
    },
  ];
}

function actionColumn({ t }: Host, onCommand: CounterTableProps['onCommand']): CounterColumn {
  return {
    title: t('Actions'),
    key: 'actions',
    render: (_, node) => <CounterRowActions node={node} onCommand={(command) => onCommand(command, node)} />,
  };
}
