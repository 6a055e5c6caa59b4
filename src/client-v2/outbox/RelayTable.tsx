import { Empty, Flex, Grid, Table, Typography } from 'antd';
import type { TableColumnsType } from 'antd';
import type { HeldLease, RelayStanding } from '../api/outbox-types';
import { useHost } from '../host/host';
import type { Host } from '../host/host';
import { ToneTag } from '../sequences/ToneTag';
import { formatSeconds } from './durations';

/** The processes that relay, each with the partitions in its hands. */
export function RelayTable({ relays }: { relays: RelayStanding[] }) {
  const host = useHost();
  const { md: isWide = true } = Grid.useBreakpoint();
  return (
    <Table<RelayStanding>
      rowKey="owner"
      size="small"
      dataSource={relays}
      columns={isWide ? wideColumns(host) : narrowColumns(host)}
      pagination={false}
      tableLayout={isWide ? undefined : 'fixed'}
      locale={{
        emptyText: <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={host.t('No relay has shown itself.')} />,
      }}
    />
  );
}

function wideColumns(host: Host): TableColumnsType<RelayStanding> {
  const { t, language } = host;
  const ago = (seconds: number | undefined) =>
    seconds === undefined ? '–' : t('{{time}} ago', { time: formatSeconds(seconds, language) });
  return [
    { title: t('Relay'), render: (_, relay) => <RelayName relay={relay} /> },
    { title: t('State'), render: (_, relay) => <RelayState host={host} relay={relay} /> },
    { title: t('Started'), render: (_, relay) => ago(relay.startedSecondsAgo) },
    { title: t('Last seen'), render: (_, relay) => ago(relay.seenSecondsAgo) },
    { title: t('Leases'), render: (_, relay) => <Leases host={host} leases={relay.leases} /> },
  ];
}

function narrowColumns(host: Host): TableColumnsType<RelayStanding> {
  return [
    {
      title: host.t('Relay'),
      render: (_, relay) => (
        <Flex vertical gap={4} align="flex-start">
          <RelayName relay={relay} />
          <RelayState host={host} relay={relay} />
          <Leases host={host} leases={relay.leases} />
        </Flex>
      ),
    },
  ];
}

function RelayName({ relay }: { relay: RelayStanding }) {
  return (
    <Flex vertical>
      {relay.host}
      <Typography.Text type="secondary" style={{ fontSize: '0.85em', overflowWrap: 'anywhere' }}>
        {relay.owner}
      </Typography.Text>
    </Flex>
  );
}

function RelayState({ host: { t }, relay: { state } }: { host: Host; relay: RelayStanding }) {
  if (state === 'gone') return <ToneTag tone="error">{t('Gone')}</ToneTag>;
  if (state === 'working') return <ToneTag tone="running">{t('At work')}</ToneTag>;
  return <ToneTag tone="success">{t('Ready')}</ToneTag>;
}

function Leases({ host: { t, language }, leases }: { host: Host; leases: HeldLease[] }) {
  if (leases.length === 0) return <Typography.Text type="secondary">{t('None')}</Typography.Text>;
  return (
    <Flex vertical>
      {leases.map(({ partition, sinceSeconds, expiresInSeconds }) => (
        <span key={partition}>
          {t('Partition {{partition}}: since {{since}}, expires in {{left}}', {
            partition,
            since: sinceSeconds === undefined ? '–' : formatSeconds(sinceSeconds, language),
            left: formatSeconds(Math.max(0, expiresInSeconds), language),
          })}
        </span>
      ))}
    </Flex>
  );
}
