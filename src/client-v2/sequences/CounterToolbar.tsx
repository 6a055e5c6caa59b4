import { ReloadOutlined, SearchOutlined } from '@ant-design/icons';
import { Button, Flex, Input, Radio } from 'antd';
import type { Counter } from '../api/types';
import { useHost } from '../host/host';
import { countersCsv } from '../csv/counters-csv';
import { ExportButton } from '../csv/ExportButton';
import { formatCount } from './format';
import type { HealthStates } from './health-checks';

/** Which counters are listed: all, or those of fields that somebody should look at. */
export type Shown = 'all' | 'faulty';

interface CounterToolbarProps {
  search: string;
  onSearch: (search: string) => void;
  shown: Shown;
  onShow: (shown: Shown) => void;
  faultyFields: number;
  /** The counters in the list, for the export. */
  listed: Counter[];
  health: HealthStates;
  onRefresh: () => void;
  onCommand: (command: 'check' | 'repair') => void;
}

/** Search, filter, and what can be done to all counters together. */
export function CounterToolbar(props: CounterToolbarProps) {
  const host = useHost();
  const { t, language } = host;
  return (
    <Flex wrap gap="small" justify="space-between">
      <Flex wrap gap="small" style={{ flex: '1 1 320px', minWidth: 0 }}>
        <Input
          allowClear
          prefix={<SearchOutlined />}
          placeholder={t('Search counters')}
          aria-label={t('Search counters')}
          value={props.search}
          onChange={(event) => props.onSearch(event.target.value)}
          style={{ flex: '1 1 200px', minWidth: 0, maxWidth: 280 }}
        />
        <Radio.Group
          optionType="button"
          aria-label={t('Counters shown')}
          value={props.shown}
          onChange={(event) => props.onShow(event.target.value as Shown)}
          options={[
            { value: 'all', label: t('All') },
            {
              value: 'faulty',
              label: t('Needs attention ({{number}})', { number: formatCount(props.faultyFields, language) }),
            },
          ]}
        />
      </Flex>
      <Flex wrap gap="small">
        <Button icon={<ReloadOutlined />} onClick={props.onRefresh}>
          {t('Refresh')}
        </Button>
        <ExportButton name="counters" write={() => countersCsv(props.listed, props.health, host)} />
        <Button onClick={() => props.onCommand('check')}>{t('Check')}</Button>
        <Button type="primary" onClick={() => props.onCommand('repair')}>
          {t('Repair')}
        </Button>
      </Flex>
    </Flex>
  );
}
