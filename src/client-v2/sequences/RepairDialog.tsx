import { Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import type { Repair, RepairOptions } from '../api/repair-types';
import type { CounterTarget } from '../api/types';
import { useHost, useT } from '../host/host';
import type { Translate } from '../host/host';
import { RepairDialogBody } from './RepairDialogBody';
import { changedRows } from './repair-rows';
import { wasQuick } from './repair-run';
import type { RepairRun } from './repair-run';
import type { TitleLookup } from './titles';
import { useTask } from './use-task';

/** What the dialog is opened for: `check` starts with a dry run at once, `repair` asks first. */
export interface RepairJob {
  mode: 'check' | 'repair';
  target: CounterTarget;
  /** The field in words; undefined = every counter. */
  label?: string;
}

interface RepairDialogProps {
  job: RepairJob;
  titles: TitleLookup;
  onClose: () => void;
  /** A repair has ended: counters may have changed. */
  onRepaired: () => void;
}

/** Check and repair of counters: dry run, confirmation, progress and the before/after table, all in one dialog. */
export function RepairDialog({ job, titles, onClose, onRepaired }: RepairDialogProps) {
  const { t, sequences } = useHost();
  const { run, start } = useTask<Repair, RepairOptions>({ begin: sequences.repair, read: sequences.getRepair });
  const [allowLower, setAllowLower] = useState(false);

  const check = (lower: boolean) => start({ ...job.target, dryRun: true, allowLower: lower });
  const repair = () => start({ ...job.target, dryRun: false, allowLower, async: !wasQuick(run) });

  useEffect(() => {
    if (job.mode === 'check') check(allowLower);
    // Only when the dialog opens: a change of `allowLower` checks again by itself.
  }, []);
  useEffect(() => {
    if ((run.step === 'done' || run.step === 'failed') && !run.options.dryRun) onRepaired();
  }, [run]);

  const changeAllowLower = (lower: boolean) => {
    setAllowLower(lower);
    if (run.step !== 'idle') check(lower);
  };

  return (
    <Modal
      open
      width={880}
      title={dialogTitle(t, job, run)}
      onCancel={onClose}
      maskClosable={run.step !== 'working'}
      footer={<RepairFooter run={run} onClose={onClose} onRepair={repair} onCheck={() => check(allowLower)} />}
    >
      <RepairDialogBody
        run={run}
        label={job.label}
        titles={titles}
        allowLower={allowLower}
        onAllowLowerChange={changeAllowLower}
      />
    </Modal>
  );
}

function RepairFooter(props: { run: RepairRun; onClose: () => void; onRepair: () => void; onCheck: () => void }) {
  const t = useT();
  const { run } = props;
  const repairButton = (label: string, disabled = false) => (
    <Button key="repair" type="primary" disabled={disabled} onClick={props.onRepair}>
      {label}
    </Button>
  );
  const closeButton = (label: string) => (
    <Button key="close" onClick={props.onClose}>
      {label}
    </Button>
  );
  if (run.step === 'idle') return <>{[closeButton(t('Cancel')), repairButton(t('Repair'))]}</>;
  if (run.step === 'done' && run.options.dryRun) {
    const nothingToDo = changedRows(run.task.rows).length === 0;
    return <>{[closeButton(t('Close')), repairButton(t('Repair now'), nothingToDo)]}</>;
  }
  if (run.step === 'failed') {
    const again = run.options.dryRun ? (
      <Button key="check" type="primary" onClick={props.onCheck}>
        {t('Try again')}
      </Button>
    ) : (
      repairButton(t('Try again'))
    );
    return <>{[closeButton(t('Close')), again]}</>;
  }
  return closeButton(t('Close'));
}

function dialogTitle(t: Translate, job: RepairJob, run: RepairRun): string {
  const checking = run.step === 'idle' ? job.mode === 'check' : run.options.dryRun;
  if (job.label) {
    return checking
      ? t('Check counters of {{field}}', { field: job.label })
      : t('Repair counters of {{field}}', { field: job.label });
  }
  return checking ? t('Check all counters') : t('Repair all counters');
}
