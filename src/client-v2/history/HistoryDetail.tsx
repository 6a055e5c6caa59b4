import { Flex, Table, Typography } from 'antd';
import type { RuleChange } from '../api/change-types';
import { useT } from '../host/host';
import { Notice } from '../sequences/Notice';
import { RepairRowsTable } from '../sequences/RepairRowsTable';
import type { TitleLookup } from '../sequences/titles';
import type { HistoryEntry } from './history-entry';
import { optionWords } from './history-words';
import { ruleWords } from './rule-words';

/** Whether an entry has more to tell than its row. */
export function hasDetail({ repair, change, error }: HistoryEntry): boolean {
  return error !== undefined || (repair?.rows.length ?? 0) > 0 || (change?.rules.length ?? 0) > 0;
}

/** What an entry unfolds to: why it failed, the before and after of every counter, or of the rules. */
export function HistoryDetail({ entry, titles }: { entry: HistoryEntry; titles: TitleLookup }) {
  const { repair, change, error } = entry;
  return (
    <Flex vertical gap="small">
      {error && <Notice type="error" title={error} />}
      {repair && repair.rows.length > 0 && (
        <RepairRowsTable rows={repair.rows} dryRun={repair.dryRun} titles={titles} />
      )}
      {change && change.rules.length > 0 && <RulesTable rules={change.rules} />}
    </Flex>
  );
}

function RulesTable({ rules }: { rules: RuleChange[] }) {
  const t = useT();
  return (
    <Table<RuleChange>
      size="small"
      rowKey="option"
      dataSource={rules}
      pagination={false}
      columns={[
        { title: t('Option'), onCell: fromTheTop, render: (_, { option }) => optionWords(option, t) },
        {
          title: t('Before'),
          onCell: fromTheTop,
          render: (_, { option, from }) => <RuleText text={ruleWords(option, from, t)} />,
        },
        {
          title: t('After'),
          onCell: fromTheTop,
          render: (_, { option, to }) => <RuleText text={ruleWords(option, to, t)} />,
        },
      ]}
    />
  );
}

const fromTheTop = () => ({ style: { verticalAlign: 'top' as const } });

function RuleText({ text }: { text: string }) {
  if (!text) return <Typography.Text type="secondary">–</Typography.Text>;
  return <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</span>;
}
