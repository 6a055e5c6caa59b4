import type { TableColumnsType } from 'antd';
import type { Host } from '../host/host';
import { AFTER_NUMBERS, NumberCell, PeriodCell, ScopeCell } from './cells';
import { isCollectionRow, orderRows } from './collection-rows';
import type { TableRow } from './collection-rows';
import { CollectionCell, FieldCell, NarrowCell } from './counter-cells';
import { CounterRowActions } from './CounterRowActions';
import type { CounterCommand } from './CounterRowActions';
import { byLabels, compareScopes, nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { compareNumbers, formatCount, formatMoment } from './format';
import { fieldId } from './health-checks';
import type { FieldTarget, HealthStates } from './health-checks';
import { HealthTags } from './HealthTags';

type Column = TableColumnsType<TableRow>[number];

interface ColumnOptions {
  host: Host;
  health: HealthStates;
  onCommand: (command: CounterCommand, node: CounterNode) => void;
  onCheckHealth: (target: FieldTarget) => void;
  /** Else everything stands in one column: a table that scrolls sideways cannot be read on a telephone. */
  isWide: boolean;
  scopes: boolean;
  periods: boolean;
}

/** The columns of the counter table. */
export function buildCounterColumns(options: ColumnOptions): Column[] {
  if (!options.isWide) return [narrowColumn(options), actionColumn(options)];
  return [
    fieldColumn(options),
    ...(options.scopes ? [scopeColumn(options.host)] : []),
    ...(options.periods ? [periodColumn(options.host)] : []),
    lastColumn(options.host),
    nextColumn(options.host),
    healthColumn(options),
    lastUsedColumn(options.host),
    { ...actionColumn(options), fixed: 'right' },
  ];
}

/** A cell of counter rows; the heading of a collection has none. */
function cell(render: (node: CounterNode) => React.ReactNode): Column['render'] {
  return (_, row) => (isCollectionRow(row) ? null : render(row));
}

function fieldColumn({ host: { t }, onCommand }: ColumnOptions): Column {
  return {
    title: t('Field'),
    key: 'field',
    sorter: orderRows(byLabels),
    render: (_, row) =>
      isCollectionRow(row) ? (
        <CollectionCell row={row} />
      ) : (
        row.isField && <FieldCell node={row} onOpen={() => onCommand('integrity', row)} />
      ),
  };
}

function narrowColumn(options: ColumnOptions): Column {
  return {
    title: options.host.t('Field'),
    key: 'field',
    render: (_, row) =>
      isCollectionRow(row) ? (
        <CollectionCell row={row} />
      ) : (
        <NarrowCell
          node={row}
          health={row.isField && healthOf(row, options)}
          onOpen={() => options.onCommand('integrity', row)}
        />
      ),
  };
}

function scopeColumn({ t, language }: Host): Column {
  return {
    title: t('Scope'),
    key: 'scope',
    sorter: orderRows((a, b) => compareScopes(a.counter.scope, b.counter.scope)),
    render: cell((node) =>
      node.isSummary ? (
        t('Counters: {{number}}', { number: formatCount(node.children?.length ?? 0, language) })
      ) : (
        <ScopeCell scope={node.counter.scope} />
      ),
    ),
  };
}

function periodColumn({ t }: Host): Column {
  return {
    title: t('Period starts'),
    key: 'period',
    sorter: orderRows((a, b) => a.counter.period.localeCompare(b.counter.period)),
    render: cell(
      ({ isSummary, counter }) => !isSummary && <PeriodCell period={counter.period} timezone={counter.timezone} />,
    ),
  };
}

function lastColumn({ t }: Host): Column {
  return {
    title: t('Last number'),
    key: 'current',
    align: 'right',
    sorter: orderRows((a, b) => compareNumbers(a.counter.current, b.counter.current)),
    render: cell(({ isSummary, counter }) => !isSummary && <NumberCell value={counter.current} />),
  };
}

function nextColumn({ t }: Host): Column {
  return {
    title: t('Next number'),
    key: 'next',
    align: 'right',
    sorter: orderRows((a, b) => compareNumbers(a.counter.next, b.counter.next)),
    render: cell(({ isSummary, counter }) => !isSummary && <NumberCell value={counter.next} strong />),
  };
}

function healthColumn(options: ColumnOptions): Column {
  return {
    title: options.host.t('Health'),
    key: 'health',
    ...AFTER_NUMBERS,
    render: cell((node) => node.isField && healthOf(node, options)),
  };
}

function healthOf(node: CounterNode, { health, onCheckHealth }: ColumnOptions) {
  if (node.counter.orphan) return null;
  return (
    <HealthTags
      state={health.get(fieldId(node.target))}
      label={nodeLabel(node)}
      onRetry={() => onCheckHealth(node.target)}
    />
  );
}

function lastUsedColumn({ t, language }: Host): Column {
  return {
    title: t('Last used'),
    key: 'lastGeneratedAt',
    responsive: ['xxl'],
    sorter: orderRows((a, b) => (a.counter.lastGeneratedAt ?? '').localeCompare(b.counter.lastGeneratedAt ?? '')),
    render: cell(({ counter }) => (
      <span style={{ whiteSpace: 'nowrap' }}>{formatMoment(counter.lastGeneratedAt, language)}</span>
    )),
  };
}

function actionColumn({ host: { t }, onCommand, isWide }: ColumnOptions): Column {
  return {
    title: isWide ? t('Actions') : '',
    key: 'actions',
    width: isWide ? undefined : 36,
    render: cell((node) => (
      <CounterRowActions node={node} compact={!isWide} onCommand={(command) => onCommand(command, node)} />
    )),
  };
}
