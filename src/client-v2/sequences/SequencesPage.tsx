import { Card, Grid, Tabs } from 'antd';
import { useMemo } from 'react';
import { HistoryPanel } from '../history/HistoryPanel';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';
import { CountersPanel } from './CountersPanel';
import { buildTitleLookup } from './titles';

/** The settings page "Sequences": the counters of all sequence fields, and what was done to them so far. */
export function SequencesPage() {
  const { t, sequences } = useHost();
  const { md: isWide = true } = Grid.useBreakpoint();
  const counters = useLoad(() => sequences.listCounters(), []);
  const titles = useMemo(() => buildTitleLookup(counters.data ?? []), [counters.data]);
  return (
    <Card variant="borderless" styles={{ body: { paddingTop: 8, ...(!isWide && { paddingInline: 8 }) } }}>
      <Tabs
        destroyInactiveTabPane
        items={[
          { key: 'counters', label: t('Counters'), children: <CountersPanel counters={counters} titles={titles} /> },
          { key: 'history', label: t('History'), children: <HistoryPanel titles={titles} /> },
        ]}
      />
    </Card>
  );
}
