import { BackfillDialog } from './BackfillDialog';
import type { CounterCommand } from './CounterRowActions';
import { nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { DetailsDrawer } from './DetailsDrawer';
import { fieldId } from './health-checks';
import type { HealthStates } from './health-checks';
import { RepairDialog } from './RepairDialog';
import { SetNextDialog } from './SetNextDialog';
import type { TitleLookup } from './titles';

/** The dialog that is open: a check or repair of everything, or a command on one row. */
export type OpenDialog =
  { command: 'check' | 'repair'; node?: undefined } | { command: CounterCommand; node: CounterNode };

interface CounterDialogProps {
  open: OpenDialog;
  titles: TitleLookup;
  health: HealthStates;
  onSwitch: (dialog: OpenDialog) => void;
  onClose: () => void;
  /** Counters may have changed. */
  onChanged: () => void;
}

/** Draws the dialog of a command. */
export function CounterDialog({ open, titles, health, onSwitch, onClose, onChanged }: CounterDialogProps) {
  const { command, node } = open;
  if (!node) {
    return (
      <RepairDialog job={{ mode: command, target: {} }} titles={titles} onClose={onClose} onRepaired={onChanged} />
    );
  }
  switch (command) {
    case 'check':
    case 'repair': {
      const label = nodeLabel(node);
      const job = { mode: command, target: node.target, label };
      return <RepairDialog key={command} job={job} titles={titles} onClose={onClose} onRepaired={onChanged} />;
    }
    case 'setNext':
      return (
        <SetNextDialog
          node={node}
          onClose={onClose}
          onDone={() => {
            onClose();
            onChanged();
          }}
        />
      );
    case 'integrity':
      return (
        <DetailsDrawer
          node={node}
          onClose={onClose}
          onRepair={() => onSwitch({ command: 'check', node })}
          onBackfill={() => onSwitch({ command: 'backfill', node })}
        />
      );
    case 'backfill':
      return (
        <BackfillDialog
          node={node}
          behind={health.get(fieldId(node.target))?.health?.behind ?? false}
          onRepair={() => onSwitch({ command: 'check', node })}
          onClose={onClose}
          onDone={onChanged}
        />
      );
  }
}
