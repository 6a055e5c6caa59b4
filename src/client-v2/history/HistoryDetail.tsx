import { Flex, Table, Typography } from 'antd';
import type { RuleChange } from '../api/change-types';
import { useT } from '../host/host';
import { Notice } from '../sequences/Notice';
import { RepairRowsTable } from '../sequences/RepairRowsTable';
import type { TitleLookup } from '../sequences/titles';
import type { HistoryEntry } from './history-entry';
import { optionWords } from './history-words';

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
        { title: t('Option'), render: (_, { option }) => optionWords(option, t) },
        { title: t('Before'), render: (_, { from }) => <RuleText text={from} /> },
        { title: t('After'), render: (_, { to }) => <RuleText text={to} /> },
      ]}
    />
  );
}

function RuleText({ text }: { text: string }) {
  if (!text) return <Typography.Text type="secondary">–</Typography.Text>;
  return <pre style={{ margin: 0, whiteSpace: 'pre-wrap', fontSize: '0.85em' }}>{text}</pre>;
}
