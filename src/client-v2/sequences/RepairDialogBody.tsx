import { Checkbox, Flex, Typography } from 'antd';
import type { Repair } from '../api/repair-types';
import { useHost, useT } from '../host/host';
import { formatCount } from './format';
import { Notice } from './Notice';
import { changedRows } from './repair-rows';
import type { RepairRun } from './repair-run';
import { RepairRowsTable } from './RepairRowsTable';
import { TaskProgress } from './TaskProgress';
import type { TitleLookup } from './titles';
import { useKeptFocus } from './use-kept-focus';

interface RepairDialogBodyProps {
  run: RepairRun;
  label?: string;
  titles: TitleLookup;
  allowLower: boolean;
  onAllowLowerChange: (allowLower: boolean) => void;
}

/** The inside of the repair dialog for each step of a run. */
export function RepairDialogBody({ run, label, titles, allowLower, onAllowLowerChange }: RepairDialogBodyProps) {
  const dryRun = run.step !== 'idle' && run.options.dryRun;
  const place = useKeptFocus(run.step);
  const choosing = run.step === 'idle' || dryRun;
  return (
    <Flex ref={place} tabIndex={-1} vertical gap="middle" style={{ outline: 'none' }}>
      {run.step === 'idle' && <RepairExplanation label={label} />}
      {run.step === 'working' && <RunProgress dryRun={dryRun} progress={run.progress} />}
      {run.step === 'failed' && <FailureNotice dryRun={dryRun} message={run.error.message} />}
      {run.step === 'done' && (
        <>
          <ResultNotice repair={run.task} />
          {run.task.rows.length > 0 && (
            <RepairRowsTable rows={run.task.rows} dryRun={run.task.dryRun} titles={titles} />
          )}
        </>
      )}
      {choosing && <AllowLowerOption checked={allowLower} onChange={onAllowLowerChange} />}
    </Flex>
  );
}

function RepairExplanation(props: { label?: string }) {
  const t = useT();
  return (
    <Typography.Paragraph style={{ margin: 0 }}>
      {props.label
        ? t('Every counter of {{field}} that stands below its data is raised to it; missing counters are created.', {
            field: props.label,
          })
        : t('Every counter that stands below its data is raised to it; missing counters are created.')}{' '}
      {t('Records are not changed, and people can go on working meanwhile.')}
    </Typography.Paragraph>
  );
}

/** The choice to lower counters, with what it may cost. */
function AllowLowerOption(props: { checked: boolean; onChange: (checked: boolean) => void }) {
  const t = useT();
  return (
    <Flex vertical gap="small">
      <Checkbox checked={props.checked} onChange={(event) => props.onChange(event.target.checked)}>
        {t('Also lower counters that stand above the data')}
      </Checkbox>
      {props.checked && (
        <Notice
          type="warning"
          title={t('Numbers of deleted records will be given out a second time.')}
          text={t('Do this only if none of those numbers was ever printed, sent or quoted.')}
        />
      )}
    </Flex>
  );
}

function RunProgress(props: { dryRun: boolean; progress?: Repair }) {
  const t = useT();
  const { dryRun, progress } = props;
  return (
    <TaskProgress
      text={dryRun ? t('Comparing counters with the data …') : t('Repairing counters …')}
      note={
        dryRun ? undefined : t('You can close this window. The repair goes on; its result appears under “History”.')
      }
      done={progress?.progressCurrent}
      total={progress?.progressTotal}
    />
  );
}

function FailureNotice(props: { dryRun: boolean; message: string }) {
  const t = useT();
  const title = props.dryRun ? t('The check failed') : t('The repair failed');
  return <Notice type="error" title={title} text={props.message} />;
}

function ResultNotice({ repair }: { repair: Repair }) {
  const { t, language } = useHost();
  const changed = changedRows(repair.rows).length;
  const skipped = repair.rows.filter((row) => row.action === 'skipped').length;
  const numbers = { number: formatCount(changed, language), total: formatCount(repair.rows.length, language) };
  const note = skipped > 0 ? t('Skipped: {{number}}. The reason is in the table.', { number: skipped }) : undefined;
  if (changed === 0 && skipped > 0) {
    return <Notice type="warning" title={t('No counter needs repair, but some could not be read.')} text={note} />;
  }
  if (changed === 0) return <Notice type="success" title={t('Every counter agrees with the data.')} />;
  return repair.dryRun ? (
    <Notice type="warning" title={t('Counters that need repair: {{number}} of {{total}}', numbers)} text={note} />
  ) : (
    <Notice type="success" title={t('Counters corrected: {{number}} of {{total}}', numbers)} text={note} />
  );
}
