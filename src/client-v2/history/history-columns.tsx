import { Flex, Tag, Typography } from 'antd';
import type { TableColumnsType } from 'antd';
import type { Host } from '../host/host';
import { formatMoment, formatPeriod, formatScope } from '../sequences/format';
import type { TitleLookup } from '../sequences/titles';
import { ToneTag } from '../sequences/ToneTag';
import type { HistoryEntry, HistoryKind } from './history-entry';
import { actorWords, kindWords, outcomeWords, statusWords, targetWords } from './history-words';

interface ColumnOptions {
  host: Host;
  titles: TitleLookup;
  /** Else everything stands in one column. */
  isWide: boolean;
}

const KIND_COLORS: Record<HistoryKind, string | undefined> = {
  check: undefined,
  repair: 'blue',
  setNext: 'purple',
  backfill: 'magenta',
  rules: 'geekblue',
};

const STATUS_TONES = { running: 'running', failed: 'error', succeeded: 'success' } as const;

/** The columns of the history table. */
export function buildHistoryColumns({ host, titles, isWide }: ColumnOptions): TableColumnsType<HistoryEntry> {
  const { t, language } = host;
  if (!isWide) return [{ title: t('History'), render: (_, entry) => <NarrowEntry {...{ host, titles, entry }} /> }];
  return [
    {
      title: t('When'),
      render: (_, { at }) => <span style={{ whiteSpace: 'nowrap' }}>{formatMoment(at, language)}</span>,
    },
    { title: t('What'), render: (_, entry) => <KindTags host={host} entry={entry} /> },
    { title: t('Field'), render: (_, entry) => <Target {...{ host, titles, entry }} /> },
    { title: t('Outcome'), render: (_, entry) => outcomeWords(entry, host) || '–' },
    { title: t('By'), render: (_, entry) => actorWords(entry, t) },
    { title: t('Status'), render: (_, entry) => <StatusTag host={host} entry={entry} /> },
  ];
}

interface EntryProps {
  host: Host;
  titles: TitleLookup;
  entry: HistoryEntry;
}

function NarrowEntry({ host, titles, entry }: EntryProps) {
  const { t, language } = host;
  return (
    <Flex vertical gap={4}>
      <Flex wrap gap={4}>
        <KindTags host={host} entry={entry} />
        {entry.status !== 'succeeded' && <StatusTag host={host} entry={entry} />}
      </Flex>
      <Target {...{ host, titles, entry }} />
      {outcomeWords(entry, host)}
      <Typography.Text type="secondary" style={{ fontSize: '0.85em' }}>
        {formatMoment(entry.at, language)} · {actorWords(entry, t)}
      </Typography.Text>
    </Flex>
  );
}

function KindTags({ host: { t }, entry: { kind, repair } }: { host: Host; entry: HistoryEntry }) {
  return (
    <span>
      <Tag color={KIND_COLORS[kind]}>{kindWords(kind, t)}</Tag>
      {repair?.allowLower && <ToneTag tone="warning">{t('with lowering')}</ToneTag>}
    </span>
  );
}

function StatusTag({ host: { t }, entry: { status } }: { host: Host; entry: HistoryEntry }) {
  return <ToneTag tone={STATUS_TONES[status]}>{statusWords(status, t)}</ToneTag>;
}

/** The field, and the one counter of it where only that was meant. */
function Target({ host: { t, language }, titles, entry }: EntryProps) {
  const { change } = entry;
  const timeZone = titles(entry.collection ?? '', entry.field ?? '').timezone;
  const counter = [
    change?.scope && formatScope(change.scope, t),
    change?.period && formatPeriod(change.period, { language, timeZone, t }),
  ].filter(Boolean);
  return (
    <Flex vertical>
      {targetWords(entry, titles, t)}
      {counter.length > 0 && (
        <Typography.Text type="secondary" style={{ fontSize: '0.85em' }}>
          {counter.join(' · ')}
        </Typography.Text>
      )}
    </Flex>
  );
}
