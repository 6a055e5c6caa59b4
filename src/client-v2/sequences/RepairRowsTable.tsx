import { Flex, Radio, Table, Typography } from 'antd';
import type { TableColumnsType } from 'antd';
import { useMemo, useState } from 'react';
import type { RepairAction, RepairRow } from '../api/repair-types';
import { useT } from '../host/host';
import type { Translate } from '../host/host';
import { AFTER_NUMBERS, NamedCell, NumberCell, PeriodCell, ScopeCell } from './cells';
import { notableRows } from './repair-rows';
import type { TitleLookup } from './titles';
import { ToneTag } from './ToneTag';
import type { Tone } from './ToneTag';
import { usedParts } from './used-parts';

type RepairColumn = TableColumnsType<RepairRow>[number];

const TONES: Record<RepairAction, Tone> = {
  none: 'neutral',
  created: 'success',
  raised: 'success',
  lowered: 'warning',
  skipped: 'warning',
};

/** What is still to be done is not a success yet. */
function toneOf(action: RepairAction, dryRun: boolean): Tone {
  return dryRun && action !== 'none' ? 'warning' : TONES[action];
}

/** The before and after of every counter; opens on the notable ones where there are any. */
export function RepairRowsTable(props: { rows: RepairRow[]; dryRun: boolean; titles: TitleLookup }) {
  const t = useT();
  const { rows, dryRun, titles } = props;
  const notable = useMemo(() => notableRows(rows), [rows]);
  const [wanted, setWanted] = useState<'notable' | 'all'>('notable');
  const shown = notable.length > 0 ? wanted : 'all';
  const count = { number: notable.length };
  const columns = useMemo(() => buildColumns({ t, dryRun, titles, rows }), [t, dryRun, titles, rows]);

  return (
    <Flex vertical gap="small">
      {notable.length > 0 && notable.length < rows.length && (
        <Radio.Group
          optionType="button"
          size="small"
          aria-label={t('Counters shown')}
          value={shown}
          onChange={(event) => setWanted(event.target.value === 'all' ? 'all' : 'notable')}
          options={[
            {
              value: 'notable',
              label: dryRun ? t('Needs attention ({{number}})', count) : t('Changed or skipped ({{number}})', count),
            },
            { value: 'all', label: t('All ({{number}})', { number: rows.length }) },
          ]}
        />
      )}
      <Table<RepairRow>
        size="small"
        rowKey={(row) => JSON.stringify([row.collection, row.field, row.key, row.scope, row.period, row.action])}
        columns={columns}
        dataSource={shown === 'all' ? rows : notable}
        pagination={{ pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, size: 'small' }}
        scroll={{ x: 'max-content' }}
        locale={{ emptyText: t('There are no counters yet.') }}
      />
    </Flex>
  );
}

function buildColumns(options: {
  t: Translate;
  dryRun: boolean;
  titles: TitleLookup;
  rows: RepairRow[];
}): TableColumnsType<RepairRow> {
  const { t, dryRun, titles } = options;
  const used = usedParts(options.rows);
  const labels = dryRun ? plannedLabels(t) : doneLabels(t);
  return [
    {
      title: t('Field'),
      render: (_, row) => {
        const title = titles(row.collection, row.field);
        return <NamedCell title={`${title.collection} / ${title.field}`} name={`${row.collection}.${row.field}`} />;
      },
    },
    ...(used.scopes ? [scopeColumn(t)] : []),
    ...(used.periods ? [periodColumn(t, titles)] : []),
    { title: t('Before'), align: 'right', render: (_, row) => <NumberCell value={row.before} /> },
    {
      title: t('After'),
      align: 'right',
      render: (_, row) => <NumberCell value={row.after} strong={row.before !== row.after} />,
    },
    {
      title: t('Result'),
      ...AFTER_NUMBERS,
      render: (_, row) => (
        <Flex vertical align="flex-start" style={{ maxWidth: 260 }}>
          <ToneTag tone={toneOf(row.action, dryRun)}>{labels[row.action]}</ToneTag>
          {row.reason && (
            <Typography.Text type="secondary" style={{ fontSize: '0.85em' }}>
              {row.reason}
            </Typography.Text>
          )}
        </Flex>
      ),
    },
  ];
}

function scopeColumn(t: Translate): RepairColumn {
  return { title: t('Scope'), render: (_, row) => <ScopeCell scope={row.scope} /> };
}

function periodColumn(t: Translate, titles: TitleLookup): RepairColumn {
  return {
    title: t('Period starts'),
    render: (_, row) => <PeriodCell period={row.period} timezone={titles(row.collection, row.field).timezone} />,
  };
}

function plannedLabels(t: Translate): Record<RepairAction, string> {
  return {
    none: t('Correct'),
    created: t('Will be created'),
    raised: t('Will be raised'),
    lowered: t('Will be lowered'),
    skipped: t('Will be skipped'),
  };
}

function doneLabels(t: Translate): Record<RepairAction, string> {
  return {
    none: t('Correct'),
    created: t('Created'),
    raised: t('Raised'),
    lowered: t('Lowered'),
    skipped: t('Skipped'),
  };
}
