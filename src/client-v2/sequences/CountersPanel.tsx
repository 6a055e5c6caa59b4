import { ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Flex, Input, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import type { Counter } from '../api/types';
import { useT } from '../host/host';
import type { Loaded } from '../host/use-load';
import { CounterDialog } from './CounterDialog';
import type { OpenDialog } from './CounterDialog';
import { CounterTable } from './CounterTable';
import type { CounterCommand } from './CounterRowActions';
import { searchCounters } from './counter-tree';
import type { CounterNode } from './counter-tree';
import { LoadError } from './LoadError';
import type { TitleLookup } from './titles';

interface CountersPanelProps {
  counters: Loaded<Counter[]>;
  titles: TitleLookup;
}

/** The list of counters with everything that can be done to them. */
export function CountersPanel({ counters, titles }: CountersPanelProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const shown = useMemo(() => searchCounters(counters.data ?? [], search, t), [counters.data, search, t]);
  const openFor = useCallback((command: CounterCommand, node: CounterNode) => setDialog({ command, node }), []);

  return (
    <Flex vertical gap="middle">
      <Flex wrap gap="small" justify="space-between">
        <Input
          allowClear
          prefix={<SearchOutlined />}
          placeholder={t('Search counters')}
          aria-label={t('Search counters')}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          style={{ flex: '1 1 200px', maxWidth: 320 }}
        />
        <Flex wrap gap="small">
          <Button icon={<ReloadOutlined />} onClick={counters.reload}>
            {t('Refresh')}
          </Button>
          <Button onClick={() => setDialog({ command: 'check' })}>{t('Check')}</Button>
          <Button type="primary" onClick={() => setDialog({ command: 'repair' })}>
            {t('Repair')}
          </Button>
        </Flex>
      </Flex>
      {counters.error && <LoadError error={counters.error} onRetry={counters.reload} />}
      {!counters.data && counters.loading && <Skeleton active paragraph={{ rows: 6 }} />}
      {counters.data && (
        <CounterTable counters={shown} loading={counters.loading} filtered={search.trim() !== ''} onCommand={openFor} />
      )}
      {dialog && (
        <CounterDialog
          open={dialog}
          titles={titles}
          onSwitch={setDialog}
          onClose={() => setDialog(null)}
          onChanged={counters.reload}
        />
      )}
    </Flex>
  );
}
