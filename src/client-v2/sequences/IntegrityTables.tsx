import { Flex, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { Duplicate, Gap } from '../api/types';
import { useHost, useT } from '../host/host';
import { RecordLinks } from '../record-view/RecordLinks';
import { AFTER_NUMBERS, NumberCell, PeriodCell, ScopeCell } from './cells';
import { countBetween, formatCount } from './format';
import { usedParts } from './used-parts';

const PAGINATION = { pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, size: 'small' as const };

/** The values that more than one record holds. */
export function DuplicatesTable({ duplicates, collection }: { duplicates: Duplicate[]; collection: string }) {
  const { t, language } = useHost();
  return (
    <Section title={t('Repeated numbers')} help={t('Correct these records by hand: a repair changes counters only.')}>
      <Table<Duplicate>
        size="small"
        rowKey={({ value, ids }) => JSON.stringify([value, ids])}
        dataSource={duplicates}
        pagination={PAGINATION}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('Number'), render: (_, { value }) => <NumberCell value={value} /> },
          { title: t('How many'), align: 'right', render: (_, { count }) => formatCount(count, language) },
          {
            title: t('Records'),
            ...AFTER_NUMBERS,
            render: (_, { ids, count }) => <RecordLinks collection={collection} ids={ids} total={count} />,
          },
        ]}
      />
    </Section>
  );
}

/** The numbers that no record holds, as runs from .. to. */
export function GapsTable({ gaps, collection, timezone }: { gaps: Gap[]; collection: string; timezone?: string }) {
  const t = useT();
  const used = usedParts(gaps);
  return (
    <Section
      title={t('Gaps')}
      help={t('Numbers that no record holds, because it was deleted or the number was skipped. They stay free.')}
    >
      <Table<Gap>
        size="small"
        rowKey={(gap) => JSON.stringify([gap.scope, gap.period, gap.from])}
        dataSource={gaps}
        pagination={PAGINATION}
        scroll={{ x: 'max-content' }}
        columns={[
          ...(used.scopes
            ? [{ title: t('Scope'), render: (_: unknown, gap: Gap) => <ScopeCell scope={gap.scope} /> }]
            : []),
          ...(used.periods
            ? [
                {
                  title: t('Period starts'),
                  render: (_: unknown, gap: Gap) => <PeriodCell period={gap.period} timezone={timezone} />,
                },
              ]
            : []),
          { title: t('Missing numbers'), render: (_, gap) => <NumberCell value={rangeOf(gap)} /> },
          {
            title: t('How many'),
            align: 'right',
            render: (_, gap) => <NumberCell value={countBetween(gap.from, gap.to)} />,
          },
          {
            title: t('Records beside it'),
            ...AFTER_NUMBERS,
            render: (_, { before, after }) => (
              <RecordLinks collection={collection} ids={[before, after].filter((id) => id !== undefined)} />
            ),
          },
        ]}
      />
    </Section>
  );
}

function rangeOf({ from, to }: Gap): string {
  return from === to ? from : `${from} – ${to}`;
}

function Section(props: { title: string; help: string; children: ReactNode }) {
  return (
    <Flex vertical gap="small">
      <div>
        <Typography.Title level={5} style={{ margin: 0 }}>
          {props.title}
        </Typography.Title>
        <Typography.Text type="secondary">{props.help}</Typography.Text>
      </div>
      {props.children}
    </Flex>
  );
}
