import { Flex, Skeleton, Typography } from 'antd';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';
import { LoadError } from '../sequences/LoadError';
import { AlertsForm } from './AlertsForm';
import { OpenAlerts } from './OpenAlerts';
import { RetentionForm } from './RetentionForm';

/** How long rows are kept, and who is told when something is wrong. */
export function SettingsPanel() {
  const { t, outbox } = useHost();
  const settings = useLoad(() => outbox.readSettings(), []);
  const { data } = settings;
  return (
    <Flex vertical gap="large" style={{ maxWidth: 640 }}>
      {settings.error && <LoadError error={settings.error} onRetry={settings.reload} />}
      {!data && settings.loading && <Skeleton active paragraph={{ rows: 8 }} />}
      {data && (
        <>
          <section>
            <Typography.Title level={5}>{t('Retention')}</Typography.Title>
            <RetentionForm retention={data.retention} onSaved={settings.reload} />
          </section>
          <section>
            <Typography.Title level={5}>{t('Alerts')}</Typography.Title>
            <Flex vertical gap="middle">
              <OpenAlerts alerts={data.openAlerts} />
              <AlertsForm settings={data} onSaved={settings.reload} />
            </Flex>
          </section>
        </>
      )}
    </Flex>
  );
}
