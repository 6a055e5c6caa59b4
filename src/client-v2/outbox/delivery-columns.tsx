import { Button, Flex, Typography } from 'antd';
import type { TableColumnsType } from 'antd';
import type { Delivery, DeliveryOperation } from '../api/outbox-types';
import type { Host } from '../host/host';
import { formatMoment } from '../sequences/format';
import { ToneTag } from '../sequences/ToneTag';
import { isFor, operationWords, recordWords, STATUS_TONES, statusWords } from './delivery-words';

interface ColumnOptions {
  host: Host;
  /** Else everything stands in one column. */
  isWide: boolean;
  onOpen: (delivery: Delivery) => void;
  onOperate: (operation: DeliveryOperation, delivery: Delivery) => void;
}

/** The columns of the list of failed deliveries. */
export function deliveryColumns(options: ColumnOptions): TableColumnsType<Delivery> {
  const { host, isWide } = options;
  const { t, language } = host;
  if (!isWide) {
    return [
      {
        title: t('Delivery'),
        render: (_, delivery) => (
          <Flex vertical gap={4}>
            <Flex wrap gap={4}>
              <StatusTag host={host} delivery={delivery} />
              <span>{delivery.postProcessor}</span>
            </Flex>
            <Of delivery={delivery} />
            <ErrorText text={delivery.error} />
            <Actions {...options} delivery={delivery} />
          </Flex>
        ),
      },
    ];
  }
  return [
    { title: t('Record'), render: (_, delivery) => <Of delivery={delivery} /> },
    { title: t('Event'), dataIndex: 'eventType' },
    { title: t('Post-processor'), dataIndex: 'postProcessor' },
    { title: t('Status'), render: (_, delivery) => <StatusTag host={host} delivery={delivery} /> },
    { title: t('Attempts'), dataIndex: 'attempts', align: 'right' },
    { title: t('Error'), width: 240, render: (_, { error }) => <ErrorText text={error} /> },
    {
      title: t('When'),
      render: (_, { occurredAt, createdAt }) => (
        <span style={{ whiteSpace: 'nowrap' }}>{formatMoment(occurredAt ?? createdAt, language) || '–'}</span>
      ),
    },
    { title: t('Actions'), fixed: 'right', render: (_, delivery) => <Actions {...options} delivery={delivery} /> },
  ];
}

function Of({ delivery }: { delivery: Delivery }) {
  return (
    <Flex vertical style={{ overflowWrap: 'anywhere' }}>
      {recordWords(delivery)}
      <Typography.Text type="secondary" style={{ fontSize: '0.85em' }}>
        {delivery.collectionTitle || '–'}
      </Typography.Text>
    </Flex>
  );
}

export function StatusTag({ host: { t }, delivery: { status } }: { host: Host; delivery: Delivery }) {
  return <ToneTag tone={STATUS_TONES[status]}>{statusWords(status, t)}</ToneTag>;
}

function ErrorText({ text }: { text: string }) {
  if (!text) return <Typography.Text type="secondary">–</Typography.Text>;
  return (
    <Typography.Paragraph ellipsis={{ rows: 2 }} title={text} style={{ margin: 0, maxWidth: 240 }}>
      {text}
    </Typography.Paragraph>
  );
}

function Actions({ host: { t }, delivery, onOpen, onOperate }: ColumnOptions & { delivery: Delivery }) {
  const of = { number: recordWords(delivery), postProcessor: delivery.postProcessor };
  return (
    <Flex gap="small" wrap>
      <Button
        size="small"
        aria-label={t('Details of {{number}}, {{postProcessor}}', of)}
        onClick={() => onOpen(delivery)}
      >
        {t('Details')}
      </Button>
      {(['replay', 'skip'] as const)
        .filter((operation) => isFor(operation, delivery))
        .map((operation) => (
          <Button key={operation} size="small" onClick={() => onOperate(operation, delivery)}>
            {operationWords(operation, t)}
          </Button>
        ))}
    </Flex>
  );
}
