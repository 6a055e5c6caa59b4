import { Card, Tabs } from 'antd';
import { useMemo } from 'react';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';
import { CountersPanel } from './CountersPanel';
import { PastRepairs } from './PastRepairs';
import { buildTitleLookup } from './titles';

/** The settings page "Sequences": the counters of all sequence fields, and the repairs made so far. */
export function SequencesPage() {
  const { t, sequences } = useHost();
  const counters = useLoad(() => sequences.listCounters(), []);
  const titles = useMemo(() => buildTitleLookup(counters.data ?? []), [counters.data]);
  return (
    <Card variant="borderless" styles={{ body: { paddingTop: 8 } }}>
      <Tabs
        destroyInactiveTabPane
        items={[
          { key: 'counters', label: t('Counters'), children: <CountersPanel counters={counters} titles={titles} /> },
          { key: 'repairs', label: t('Past repairs'), children: <PastRepairs titles={titles} /> },
        ]}
      />
    </Card>
  );
}
