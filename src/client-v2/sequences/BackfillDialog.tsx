import { Button, Flex, Modal, Skeleton, Table, Typography } from 'antd';
import { useEffect } from 'react';
import type { Change } from '../api/change-types';
import type { BackfillPreview } from '../api/types';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';
import { RecordLinks } from '../record-view/RecordLinks';
import { NumberCell } from './cells';
import { nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { formatCount } from './format';
import type { FieldTarget } from './health-checks';
import { LoadError } from './LoadError';
import { Notice } from './Notice';
import { TaskProgress } from './TaskProgress';
import { useKeptFocus } from './use-kept-focus';
import { useTask } from './use-task';
import type { TaskRun } from './use-task';

type BackfillOptions = FieldTarget & { async: boolean };

/** So many records are numbered within a request; more need a background task, with its entry in the task list. */
const QUICK_RECORDS = 500;

interface BackfillDialogProps {
  node: CounterNode;
  /** The counter stands below the highest number in the data. */
  behind: boolean;
  onRepair: () => void;
  onClose: () => void;
  /** Records have got numbers. */
  onDone: () => void;
}

/** Gives numbers to the records of a field that have none: shows what would happen, asks, and follows the work. */
export function BackfillDialog({ node, behind, onRepair, onClose, onDone }: BackfillDialogProps) {
  const { t, sequences } = useHost();
  const preview = useLoad(() => sequences.previewBackfill(node.target), [node.id]);
  const { run, start } = useTask<Change, BackfillOptions>({ begin: sequences.backfill, read: sequences.getChange });
  const waiting = preview.data?.total ?? 0;
  const place = useKeptFocus(run.step);

  useEffect(() => {
    if (run.step === 'done' || run.step === 'failed') onDone();
  }, [run.step]);

  const finished = run.step === 'done' || run.step === 'working' || (preview.data !== undefined && waiting === 0);
  return (
    <Modal
      open
      width={560}
      title={t('Number old records of {{field}}', { field: nodeLabel(node) })}
      onCancel={onClose}
      maskClosable={run.step !== 'working'}
      footer={
        <>
          <Button onClick={onClose}>{finished ? t('Close') : t('Cancel')}</Button>
          {!finished && (
            <Button
              type="primary"
              disabled={waiting === 0}
              onClick={() => start({ ...node.target, async: waiting > QUICK_RECORDS })}
            >
              {run.step === 'failed' ? t('Try again') : t('Give numbers')}
            </Button>
          )}
        </>
      }
    >
      <Flex ref={place} tabIndex={-1} vertical gap="middle" style={{ outline: 'none' }}>
        {behind && run.step === 'idle' && waiting > 0 && (
          <Notice
            type="error"
            title={t('The counter is behind the data')}
            text={t('Repair it first: else old records get numbers that exist already.')}
            action={<Button onClick={onRepair}>{t('Check and repair')}</Button>}
          />
        )}
        {preview.error && <LoadError error={preview.error} onRetry={preview.reload} />}
        {!preview.data && !preview.error && <Skeleton active paragraph={{ rows: 4 }} />}
        {preview.data && <BackfillBody run={run} preview={preview.data} target={node.target} />}
      </Flex>
    </Modal>
  );
}

function BackfillBody(props: { run: TaskRun<Change, BackfillOptions>; preview: BackfillPreview; target: FieldTarget }) {
  const { t, language } = useHost();
  const { run, preview, target } = props;
  if (run.step === 'working') {
    return (
      <TaskProgress
        text={t('Numbering old records …')}
        note={t('You can close this window. The work goes on; its result appears under “History”.')}
        done={run.progress?.progressCurrent}
        total={run.progress?.progressTotal ?? preview.total}
      />
    );
  }
  if (run.step === 'done') {
    const number = run.task.numbered ?? run.task.progressCurrent ?? preview.total;
    return (
      <Notice
        type="success"
        title={t('Records that got a number: {{number}}', { number: formatCount(number, language) })}
      />
    );
  }
  if (preview.total === 0) return <Notice type="success" title={t('Every record has a number.')} />;
  return (
    <>
      {run.step === 'failed' && <Notice type="error" title={t('Numbering failed')} text={run.error.message} />}
      <Typography.Text strong>
        {t('Records without a number: {{number}}', { number: formatCount(preview.total, language) })}
      </Typography.Text>
      <Typography.Text>
        {t(
          'They get the next numbers of their scope and period, the oldest record first. Numbers that exist are not changed. This cannot be undone.',
        )}
      </Typography.Text>
      {preview.sample.length > 0 && <SampleTable preview={preview} target={target} />}
    </>
  );
}

/** The first records with the numbers they would get now; another save may take one of them before. */
function SampleTable({ preview, target }: { preview: BackfillPreview; target: FieldTarget }) {
  const { t, language } = useHost();
  const left = preview.total - preview.sample.length;
  return (
    <Table<BackfillPreview['sample'][number]>
      size="small"
      rowKey="id"
      dataSource={preview.sample}
      pagination={false}
      scroll={{ y: 260 }}
      columns={[
        { title: t('Record'), render: (_, { id }) => <RecordLinks collection={target.collection} ids={[id]} /> },
        { title: t('Number it would get now'), render: (_, { value }) => <NumberCell value={value} strong /> },
      ]}
      footer={left > 0 ? () => t('and {{number}} more', { number: formatCount(left, language) }) : undefined}
    />
  );
}
