import { Flex, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import type { Counter, CounterTarget } from '../api/types';
import { useT } from '../host/host';
import type { Loaded } from '../host/use-load';
import { CounterDialog } from './CounterDialog';
import type { OpenDialog } from './CounterDialog';
import { CounterTable } from './CounterTable';
import type { CounterCommand } from './CounterRowActions';
import { CounterToolbar } from './CounterToolbar';
import type { Shown } from './CounterToolbar';
import { searchCounters } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { fieldId, needsAttention } from './health-checks';
import { LoadError } from './LoadError';
import type { TitleLookup } from './titles';
import { useHealth } from './use-health';

interface CountersPanelProps {
  counters: Loaded<Counter[]>;
  titles: TitleLookup;
}

/** The list of counters with everything that can be done to them. */
export function CountersPanel({ counters, titles }: CountersPanelProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { states, recheck } = useHealth(counters.data);

  const all = counters.data ?? [];
  const found = useMemo(() => searchCounters(all, search, t), [counters.data, search, t]);
  const faulty = found.filter((counter) => needsAttention(states.get(fieldId(counter))));
  const listed = shown === 'all' ? found : faulty;
  const filtered = search.trim() !== '' || shown !== 'all';
  const openFor = useCallback((command: CounterCommand, node: CounterNode) => setDialog({ command, node }), []);
  const refresh = (target: CounterTarget = {}) => {
    counters.reload();
    recheck(target);
  };

  return (
    <Flex vertical gap="middle">
      <CounterToolbar
        search={search}
        onSearch={setSearch}
        shown={shown}
        onShow={setShown}
        faultyFields={new Set(faulty.map(fieldId)).size}
        listed={listed}
        health={states}
        onRefresh={() => refresh()}
        onCommand={(command) => setDialog({ command })}
      />
      {counters.error && <LoadError error={counters.error} onRetry={counters.reload} />}
      {!counters.data && counters.loading && <Skeleton active paragraph={{ rows: 6 }} />}
      {counters.data && (
        <CounterTable
          counters={listed}
          health={states}
          loading={counters.loading}
          filtered={filtered}
          emptyText={
            filtered
              ? t('No counter matches the search.')
              : t('No counters yet. They appear with the first record of a collection that has a Sequence field.')
          }
          onCommand={openFor}
          onCheckHealth={recheck}
        />
      )}
      {dialog && (
        <CounterDialog
          open={dialog}
          titles={titles}
          health={states}
          onSwitch={setDialog}
          onClose={() => setDialog(null)}
          onChanged={() => refresh(dialog.node?.target)}
        />
      )}
    </Flex>
  );
}
