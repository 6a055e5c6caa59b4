import { Flex, Table, Typography } from 'antd';
import type { ReactNode } from 'react';
import type { Gap, IntegrityReport } from '../api/types';
import { useHost, useT } from '../host/host';
import { NumberCell, PeriodCell, ScopeCell } from './cells';
import { countBetween, formatCount } from './format';
import { usedParts } from './used-parts';

const PAGINATION = { pageSize: 10, hideOnSinglePage: true, showSizeChanger: false, size: 'small' as const };

/** The values that more than one record holds. */
export function DuplicatesTable({ duplicates }: { duplicates: IntegrityReport['duplicates'] }) {
  const { t, language } = useHost();
  return (
    <Section title={t('Repeated numbers')} help={t('Correct these records by hand: a repair changes counters only.')}>
      <Table
        size="small"
        rowKey="value"
        dataSource={duplicates}
        pagination={PAGINATION}
        columns={[
          { title: t('Number'), dataIndex: 'value', render: (value: string) => <NumberCell value={value} /> },
          {
            title: t('Records'),
            dataIndex: 'count',
            align: 'right',
            width: 120,
            render: (count: number) => formatCount(count, language),
          },
        ]}
      />
    </Section>
  );
}

/** The numbers that no record holds, as runs from .. to. */
export function GapsTable({ gaps, timezone }: { gaps: Gap[]; timezone?: string }) {
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
