import { App, Descriptions, Flex, Form, InputNumber, Modal } from 'antd';
import { useState } from 'react';
import { toApiError } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { useHost, useT } from '../host/host';
import { NumberCell, PeriodCell, ScopeCell } from './cells';
import { nodeLabel } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { compareNumbers } from './format';
import { Notice } from './Notice';

/** The status by which the server says: this number has been used, ask for `force` if it is really meant. */
const CONFLICT = 409;

interface SetNextDialogProps {
  node: CounterNode;
  onClose: () => void;
  onDone: () => void;
}

/** Sets the number a counter gives out next. A used number needs a second, explicit confirmation. */
export function SetNextDialog({ node, onClose, onDone }: SetNextDialogProps) {
  const t = useT();
  const { counter } = node;
  const [next, setNext] = useState<string | null>(counter.next);
  const { error, sending, send, forget } = useSetNext(node, onDone);
  const conflict = error?.status === CONFLICT;
  const unchanged = next === null || next === '' || compareNumbers(next, counter.next) === 0;

  const change = (value: string | number | null) => {
    setNext(value === null ? null : String(value));
    forget();
  };

  // A used number is forced by its button only, never by one more Enter.
  const saveByKey = () => {
    if (next !== null && !unchanged && !conflict && !sending) send(next, false);
  };

  return (
    <Modal
      open
      title={t('Set next number')}
      okText={conflict ? t('Set it anyway') : t('Save')}
      okButtonProps={{ danger: conflict, disabled: unchanged }}
      confirmLoading={sending}
      onOk={() => next !== null && send(next, conflict)}
      cancelText={t('Cancel')}
      onCancel={onClose}
    >
      <Flex vertical gap="middle">
        <CounterSummary node={node} />
        <Form layout="vertical">
          <Form.Item
            label={t('Next number')}
            htmlFor="sequence-next-number"
            extra={t('The next new record gets this number, the following ones go on from there.')}
            style={{ marginBottom: 0 }}
          >
            <InputNumber
              id="sequence-next-number"
              stringMode
              autoFocus
              min="0"
              precision={0}
              value={next}
              onChange={change}
              onPressEnter={saveByKey}
              style={{ width: '100%' }}
            />
          </Form.Item>
        </Form>
        <Caution conflict={conflict} error={error} lower={next !== null && compareNumbers(next, counter.next) < 0} />
      </Flex>
    </Modal>
  );
}

function useSetNext(node: CounterNode, onDone: () => void) {
  const t = useT();
  const { sequences } = useHost();
  const { message } = App.useApp();
  const [error, setError] = useState<ApiError>();
  const [sending, setSending] = useState(false);

  const send = (next: string, force: boolean) => {
    const { collection, field, key, scope, period } = node.counter;
    setSending(true);
    sequences.setNext({ collection, field, key, scope, period, next, ...(force ? { force } : {}) }).then(
      () => {
        message.success(t('The next number is now {{number}}.', { number: next }));
        onDone();
      },
      (thrown: unknown) => {
        setError(toApiError(thrown));
        setSending(false);
      },
    );
  };
  return { error, sending, send, forget: () => setError(undefined) };
}

function CounterSummary({ node }: { node: CounterNode }) {
  const t = useT();
  const { counter } = node;
  const scope = { key: 'scope', label: t('Scope'), children: <ScopeCell scope={counter.scope} /> };
  const period = {
    key: 'period',
    label: t('Period starts'),
    children: <PeriodCell period={counter.period} timezone={counter.timezone} />,
  };
  return (
    <Descriptions
      size="small"
      column={1}
      bordered
      items={[
        { key: 'field', label: t('Field'), children: nodeLabel(node) },
        ...(counter.scope ? [scope] : []),
        ...(counter.period ? [period] : []),
        { key: 'current', label: t('Last number'), children: <NumberCell value={counter.current} /> },
      ]}
    />
  );
}

/** What is wrong with the number: the server's refusal, or a warning while a lower one is typed. */
function Caution(props: { conflict: boolean; error?: ApiError; lower: boolean }) {
  const t = useT();
  if (props.error) {
    return (
      <Notice
        type={props.conflict ? 'warning' : 'error'}
        title={props.error.message}
        text={
          props.conflict
            ? t('Setting it anyway makes numbers repeat, or makes saving fail on a unique field.')
            : undefined
        }
      />
    );
  }
  if (!props.lower) return null;
  return <Notice type="info" title={t('Lower than the next number so far: used numbers may be given again.')} />;
}
