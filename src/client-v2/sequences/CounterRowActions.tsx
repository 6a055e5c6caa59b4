import { DownOutlined, EllipsisOutlined } from '@ant-design/icons';
import { Button, Dropdown, Flex } from 'antd';
import { useT } from '../host/host';
import type { Translate } from '../host/host';
import { nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';

/** What a person can ask for on a row of the counter table. */
export type CounterCommand = 'check' | 'repair' | 'setNext' | 'integrity' | 'backfill';

interface CounterRowActionsProps {
  node: CounterNode;
  /** All actions in one menu, for narrow screens. */
  compact: boolean;
  onCommand: (command: CounterCommand) => void;
}

/** The actions of a row: on a field all of them, on a counter below it only its own, on an orphan none. */
export function CounterRowActions({ node, compact, onCommand }: CounterRowActionsProps) {
  const t = useT();
  if (node.counter.orphan) return null;
  const commands = commandsOf(node, t);
  if (compact) return <Menu node={node} commands={commands} compact onCommand={onCommand} />;
  const [links, others] = [commands.slice(0, 1), commands.slice(1)];
  return (
    <Flex gap="middle" align="center">
      {links.map(({ command, label }) => (
        <Button
          key={command}
          type="link"
          size="small"
          style={{ paddingInline: 0 }}
          aria-label={`${label}: ${nodeLabel(node)}`}
          onClick={() => onCommand(command)}
        >
          {label}
        </Button>
      ))}
      {others.length > 0 && <Menu node={node} commands={others} compact={false} onCommand={onCommand} />}
    </Flex>
  );
}

interface Command {
  command: CounterCommand;
  label: string;
}

/** The usual ones first. */
function commandsOf(node: CounterNode, t: Translate): Command[] {
  const setNext: Command = { command: 'setNext', label: t('Set next number') };
  if (!node.isField) return [setNext];
  return [
    { command: 'check', label: t('Check') },
    { command: 'integrity', label: t('Details') },
    ...(node.isSummary ? [] : [setNext]),
    { command: 'repair', label: t('Repair') },
    { command: 'backfill', label: t('Number old records') },
  ];
}

function Menu(props: CounterRowActionsProps & { commands: Command[] }) {
  const t = useT();
  const { node, compact, commands, onCommand } = props;
  const items = commands.map(({ command, label }) => ({ key: command, label, onClick: () => onCommand(command) }));
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button
        type="link"
        size="small"
        style={{ paddingInline: 0 }}
        icon={compact ? <EllipsisOutlined /> : <DownOutlined />}
        iconPosition="end"
        aria-label={t('More actions for {{field}}', { field: nodeLabel(node) })}
      >
        {compact ? null : t('More')}
      </Button>
    </Dropdown>
  );
}
