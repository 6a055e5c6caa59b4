import { Button, Flex, Modal, Spin } from 'antd';
import { useState } from 'react';
import { toApiError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import type { DeliveryOperation, DeliveryQuery } from '../api/outbox-types';
import { useHost } from '../host/host';
import type { Translate } from '../host/host';
import { useLoad } from '../host/use-load';
import { formatCount } from '../sequences/format';
import { LoadError } from '../sequences/LoadError';
import { Notice } from '../sequences/Notice';
import { useKeptFocus } from '../sequences/use-kept-focus';
import { operationWords } from './delivery-words';

/** What is to be done, and to which: to some by their ids, or to all that match. */
export interface OperationJob {
  operation: DeliveryOperation;
  ids?: string[];
  query?: DeliveryQuery;
}

interface OperationDialogProps {
  job: OperationJob;
  onClose: () => void;
  /** It was done. */
  onDone: () => void;
}

/** Asks before deliveries are replayed or skipped, with their number, and tells how many it was in the end. */
export function OperationDialog({ job, onClose, onDone }: OperationDialogProps) {
  const { t, language, outbox } = useHost();
  const { operation, ids = [], query } = job;
  const [state, setState] = useState<{ working?: boolean; done?: number; error?: ApiError }>({});
  const count = useLoad(
    async () =>
      query ? outbox.countDeliveries(operation, query) : { matching: ids.length, count: ids.length, upTo: '' },
    [],
  );
  const focus = useKeptFocus(state.done === undefined ? 'asking' : 'done');
  const run = async () => {
    setState({ working: true });
    try {
      const upTo = count.data?.upTo ?? '0';
      const done = query ? await outbox.operateOnAll(operation, query, upTo) : await outbox.operate(operation, ids);
      setState({ done });
    } catch (thrown) {
      setState({ error: toApiError(thrown) });
    }
  };
  const number = formatCount(count.data?.count ?? 0, language);
  const isDone = state.done !== undefined;
  const close = isDone
    ? () => {
        onClose();
        onDone();
      }
    : onClose;
  const footer = isDone ? (
    <Button onClick={close}>{t('Close')}</Button>
  ) : (
    <>
      <Button onClick={onClose}>{t('Cancel')}</Button>
      <Button
        type="primary"
        danger={operation === 'skip'}
        loading={state.working}
        disabled={!count.data?.count}
        onClick={() => void run()}
      >
        {confirmWords(operation, number, t)}
      </Button>
    </>
  );
  return (
    <Modal open title={operationWords(operation, t)} onCancel={close} maskClosable={!state.working} footer={footer}>
      <Flex vertical gap="small" ref={focus} tabIndex={-1}>
        {count.error && <LoadError error={count.error} onRetry={count.reload} />}
        {count.loading && <Spin />}
        {count.data && !isDone && (
          <div role="status">
            {t('Deliveries chosen: {{number}}', { number: formatCount(count.data.matching, language) })}
            {query && <div>{t('Those that it is for: {{number}}', { number })}</div>}
          </div>
        )}
        {!isDone && <div>{whatItDoes(operation, t)}</div>}
        {state.error && <Notice type="error" title={state.error.message} />}
        {isDone && <Notice type="success" title={doneWords(operation, formatCount(state.done ?? 0, language), t)} />}
      </Flex>
    </Modal>
  );
}

function whatItDoes(operation: DeliveryOperation, t: Translate): string {
  return operation === 'replay'
    ? t('They are tried again now, in the order of each record. What has had its effect already has it no second time.')
    : t(
        'They are left out for good; the next events of their records follow. They can be replayed until they are removed.',
      );
}

function confirmWords(operation: DeliveryOperation, number: string, t: Translate): string {
  return operation === 'replay' ? t('Replay {{number}}', { number }) : t('Skip {{number}}', { number });
}

function doneWords(operation: DeliveryOperation, number: string, t: Translate): string {
  return operation === 'replay'
    ? t('Deliveries that are tried again: {{number}}', { number })
    : t('Deliveries that were skipped: {{number}}', { number });
}
