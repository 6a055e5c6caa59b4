import { Button, Descriptions, Drawer, Flex, Grid, Skeleton, Typography } from 'antd';
import { useState } from 'react';
import type { DeliveryDetail, DeliveryOperation } from '../api/outbox-types';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';
import { RecordLinks } from '../record-view/RecordLinks';
import { formatMoment } from '../sequences/format';
import { LoadError } from '../sequences/LoadError';
import { Notice } from '../sequences/Notice';
import { AttemptTimeline } from './AttemptTimeline';
import { StatusTag } from './delivery-columns';
import { isFor, operationWords, recordWords } from './delivery-words';

interface DeliveryDrawerProps {
  id: string;
  onClose: () => void;
  onOperate: (operation: DeliveryOperation) => void;
}

/** One failed delivery: what it is of, its attempts and its payload. */
export function DeliveryDrawer({ id, onClose, onOperate }: DeliveryDrawerProps) {
  const { t, outbox } = useHost();
  const [open, setOpen] = useState(true);
  const screens = Grid.useBreakpoint();
  const delivery = useLoad(() => outbox.getDelivery(id), [id]);
  const title = t('Delivery of {{record}}', { record: delivery.data ? recordWords(delivery.data) : id });
  return (
    <Drawer
      open={open}
      width={screens.md ? 640 : '100%'}
      title={title}
      aria-label={title}
      onClose={() => setOpen(false)}
      afterOpenChange={(isOpen) => isOpen || onClose()}
      footer={delivery.data && <Operations delivery={delivery.data} onOperate={onOperate} />}
    >
      {delivery.error && <LoadError error={delivery.error} onRetry={delivery.reload} />}
      {!delivery.data && delivery.loading && <Skeleton active paragraph={{ rows: 8 }} />}
      {delivery.data && <Detail delivery={delivery.data} />}
    </Drawer>
  );
}

function Operations(props: { delivery: DeliveryDetail; onOperate: (operation: DeliveryOperation) => void }) {
  const { t } = useHost();
  return (
    <Flex gap="small" justify="flex-end">
      {(['skip', 'replay'] as const)
        .filter((operation) => isFor(operation, props.delivery))
        .map((operation) => (
          <Button key={operation} onClick={() => props.onOperate(operation)}>
            {operationWords(operation, t)}
          </Button>
        ))}
    </Flex>
  );
}

function Detail({ delivery }: { delivery: DeliveryDetail }) {
  const host = useHost();
  const { t, language } = host;
  const rows: Array<[string, React.ReactNode]> = [
    [t('Status'), <StatusTag key="status" host={host} delivery={delivery} />],
    [t('Reason'), delivery.reason],
    [t('Error'), delivery.error],
    [t('Post-processor'), delivery.postProcessor],
    [t('Event'), delivery.eventType],
    [t('Collection'), delivery.collectionTitle],
    [
      t('Record'),
      delivery.collection && delivery.recordId ? (
        <RecordLinks key="record" collection={delivery.collection} ids={[delivery.recordId]} />
      ) : (
        delivery.recordId
      ),
    ],
    [t('Occurred'), formatMoment(delivery.occurredAt, language)],
    [t('Next attempt'), formatMoment(delivery.nextTryAt, language)],
    [
      t('Event id'),
      <Typography.Text key="id" copyable={{ tooltips: [t('Copy the id'), t('Copied')] }}>
        {delivery.eventId}
      </Typography.Text>,
    ],
  ];
  return (
    <Flex vertical gap="middle">
      <Descriptions
        bordered
        size="small"
        column={1}
        labelStyle={{ width: '32%' }}
        contentStyle={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        items={rows.map(([label, children]) => ({ key: label, label, children: children || '–' }))}
      />
      <div>
        <Typography.Title level={5}>{t('Attempts')}</Typography.Title>
        <AttemptTimeline attempts={delivery.attemptList} />
      </div>
      <Payload delivery={delivery} />
    </Flex>
  );
}

function Payload({ delivery: { payload, payloadCut, payloadError } }: { delivery: DeliveryDetail }) {
  const { t } = useHost();
  return (
    <Flex vertical gap="small">
      <Typography.Title level={5} style={{ margin: 0 }}>
        {t('Payload')}
      </Typography.Title>
      {payloadError && <Notice type="error" title={t('A part of it could not be read')} text={payloadError} />}
      {payloadCut && <Notice type="info" title={t('It is longer than what is shown here.')} />}
      <Typography.Text type="secondary">{t('Secrets are hidden.')}</Typography.Text>
      <pre
        tabIndex={0}
        aria-label={t('Payload')}
        role="region"
        style={{ margin: 0, maxHeight: 420, overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >
        {payload}
      </pre>
    </Flex>
  );
}
