import { Button, Flex, Modal, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import { toApiError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { useHost, useT } from '../host/host';
import { useLoad } from '../host/use-load';
import { nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { formatCount } from './format';
import { LoadError } from './LoadError';
import { Notice } from './Notice';

type Step =
  { name: 'asking' } | { name: 'numbering' } | { name: 'done'; numbered: number } | { name: 'failed'; error: ApiError };

interface BackfillDialogProps {
  node: CounterNode;
  onClose: () => void;
  onDone: () => void;
}

/** Gives numbers to the records of a field that have none: counts them first, then asks. */
export function BackfillDialog({ node, onClose, onDone }: BackfillDialogProps) {
  const { t, sequences } = useHost();
  const report = useLoad(() => sequences.checkIntegrity(node.target), [node.id]);
  const [step, setStep] = useState<Step>({ name: 'asking' });
  const waiting = report.data?.nulls ?? 0;

  const number = () => {
    setStep({ name: 'numbering' });
    sequences.backfill(node.target).then(
      (numbered) => {
        setStep({ name: 'done', numbered });
        onDone();
      },
      (error: unknown) => setStep({ name: 'failed', error: toApiError(error) }),
    );
  };

  const finished = step.name === 'done' || (report.data !== undefined && waiting === 0);
  return (
    <Modal
      open
      title={t('Number old records of {{field}}', { field: nodeLabel(node) })}
      onCancel={onClose}
      maskClosable={step.name !== 'numbering'}
      footer={
        <>
          <Button onClick={onClose}>{finished ? t('Close') : t('Cancel')}</Button>
          {!finished && (
            <Button type="primary" loading={step.name === 'numbering'} disabled={waiting === 0} onClick={number}>
              {t('Give numbers')}
            </Button>
          )}
        </>
      }
    >
      <Flex vertical gap="middle">
        {report.error && <LoadError error={report.error} onRetry={report.reload} />}
        {!report.data && !report.error && <Skeleton active paragraph={{ rows: 2 }} />}
        {report.data && <StepNotice step={step} waiting={waiting} />}
      </Flex>
    </Modal>
  );
}

function StepNotice({ step, waiting }: { step: Step; waiting: number }) {
  const { t, language } = useHost();
  if (step.name === 'done') {
    const number = formatCount(step.numbered, language);
    return <Notice type="success" title={t('Records that got a number: {{number}}', { number })} />;
  }
  if (waiting === 0) return <Notice type="success" title={t('Every record has a number.')} />;
  return (
    <>
      {step.name === 'failed' && <Notice type="error" title={t('Numbering failed')} text={step.error.message} />}
      <Typography.Text strong>
        {t('Records without a number: {{number}}', { number: formatCount(waiting, language) })}
      </Typography.Text>
      <BackfillExplanation />
    </>
  );
}

function BackfillExplanation() {
  const t = useT();
  return (
    <Typography.Text>
      {t(
        'They get the next numbers of their scope and period, the oldest record first. Numbers that exist are not changed. This cannot be undone.',
      )}
    </Typography.Text>
  );
}
