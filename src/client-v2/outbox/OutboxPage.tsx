import { Card, Grid, Tabs } from 'antd';
import { useT } from '../host/host';
import { FailedPanel } from './FailedPanel';
import { OperationsPanel } from './OperationsPanel';
import { OverviewPanel } from './OverviewPanel';
import { SettingsPanel } from './SettingsPanel';

/** The settings page "Outbox": how events flow, what failed, what operators did, and the settings. */
export function OutboxPage() {
  const t = useT();
  const { md: isWide = true } = Grid.useBreakpoint();
  return (
    <Card variant="borderless" styles={{ body: { paddingTop: 8, ...(!isWide && { paddingInline: 8 }) } }}>
      <Tabs
        destroyInactiveTabPane
        items={[
          { key: 'overview', label: t('Overview'), children: <OverviewPanel /> },
          { key: 'failed', label: t('Failed deliveries'), children: <FailedPanel /> },
          { key: 'operations', label: t('What operators did'), children: <OperationsPanel /> },
          { key: 'settings', label: t('Settings'), children: <SettingsPanel /> },
        ]}
      />
    </Card>
  );
}
