import { Empty, Grid, Table } from 'antd';
import { useMemo, useState } from 'react';
import type { Counter } from '../api/types';
import { useHost } from '../host/host';
import { groupByCollection, isCollectionRow } from './collection-rows';
import type { TableRow } from './collection-rows';
import { buildCounterColumns } from './counter-columns';
import type { CounterCommand } from './CounterRowActions';
import { buildCounterTree } from './counter-tree';
import type { CounterNode } from './counter-tree';
import type { FieldTarget, HealthStates } from './health-checks';
import { usedParts } from './used-parts';

interface CounterTableProps {
  counters: Counter[];
  health: HealthStates;
  loading: boolean;
  /** The list was narrowed: found counters are unfolded. */
  filtered: boolean;
  /** What to say where there is no counter. */
  emptyText: string;
  onCommand: (command: CounterCommand, node: CounterNode) => void;
  onCheckHealth: (target: FieldTarget) => void;
}

/** Every counter with its next number, under its collection; the counters of one field folded under it. */
export function CounterTable(props: CounterTableProps) {
  const { counters, health, loading, filtered, emptyText, onCommand, onCheckHealth } = props;
  const host = useHost();
  const rows = useMemo(() => groupByCollection(buildCounterTree(counters)), [counters]);
  const { md: isWide = true } = Grid.useBreakpoint();
  const folding = useFolding(rows, filtered);
  const columns = useMemo(
    () => buildCounterColumns({ host, health, onCommand, onCheckHealth, isWide, ...usedParts(counters) }),
    [host, health, onCommand, onCheckHealth, isWide, counters],
  );
  return (
    <Table<TableRow>
      rowKey="id"
      columns={columns}
      dataSource={rows}
      loading={loading}
      expandable={{ ...folding, indentSize: isWide ? 16 : 4 }}
      size={isWide ? 'middle' : 'small'}
      scroll={isWide ? { x: 'max-content' } : undefined}
      tableLayout={isWide ? undefined : 'fixed'}
      pagination={{ defaultPageSize: 20, hideOnSinglePage: true, showSizeChanger: true }}
      locale={{ emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={emptyText} /> }}
    />
  );
}

/** Collections are open until they are closed; fields are closed until they are opened, unless the list was narrowed. */
function useFolding(rows: readonly TableRow[], filtered: boolean) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const foldable = rows.flatMap((row) => [row, ...(isCollectionRow(row) ? row.children : [])]);
  const isOpen = (row: TableRow) => (filtered || isCollectionRow(row)) !== toggled.has(row.id);
  const toggle = (row: TableRow) =>
    setToggled((old) => {
      const next = new Set(old);
      if (!next.delete(row.id)) next.add(row.id);
      return next;
    });
  return {
    expandedRowKeys: foldable.filter(isOpen).map(({ id }) => id),
    onExpand: (_: boolean, row: TableRow) => toggle(row),
  };
}
