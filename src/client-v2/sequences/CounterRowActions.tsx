import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Flex } from 'antd';
import { useT } from '../host/host';
import { nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';

/** What a person can ask for on a row of the counter table. */
export type CounterCommand = 'check' | 'repair' | 'setNext' | 'integrity' | 'backfill';

/** The actions of a row: on a field all of them, on a counter below it only its own, on an orphan none. */
export function CounterRowActions(props: { node: CounterNode; onCommand: (command: CounterCommand) => void }) {
  const t = useT();
  const { node, onCommand } = props;
  if (node.counter.orphan) return null;

  const link = (command: CounterCommand, label: string) => (
    <Button type="link" size="small" style={{ paddingInline: 0 }} onClick={() => onCommand(command)}>
      {label}
    </Button>
  );
  if (!node.isField) return link('setNext', t('Set next number'));

  const item = (command: CounterCommand, label: string) => ({
    key: command,
    label,
    onClick: () => onCommand(command),
  });
  const items = [
    ...(node.isSummary ? [] : [item('setNext', t('Set next number'))]),
    item('repair', t('Repair')),
    item('backfill', t('Number old records')),
  ];
  return (
    <Flex gap="middle" align="center">
      {link('check', t('Check'))}
      {link('integrity', t('Integrity'))}
      <Dropdown trigger={['click']} menu={{ items }}>
        <Button
          type="link"
          size="small"
          style={{ paddingInline: 0 }}
          icon={<DownOutlined />}
          iconPosition="end"
          aria-label={t('More actions for {{field}}', { field: nodeLabel(node) })}
        >
          {t('More')}
        </Button>
      </Dropdown>
    </Flex>
  );
}
