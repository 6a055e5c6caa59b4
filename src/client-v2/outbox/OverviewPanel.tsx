import { ReloadOutlined } from '@ant-design/icons';
import { Button, Flex, Skeleton, Typography } from 'antd';
import { useEffect } from 'react';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';
import { LoadError } from '../sequences/LoadError';
import { Notice } from '../sequences/Notice';
import { Figures } from './Figures';
import { RelayTable } from './RelayTable';
import { Sparkline } from './Sparkline';

const REFRESH_MS = 10_000;

/** How the outbox stands; read anew every ten seconds while it is looked at. */
export function OverviewPanel() {
  const { t, outbox } = useHost();
  const stats = useLoad(() => outbox.readStats(), []);
  const { reload } = stats;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [reload]);
  const { data } = stats;
  return (
    <Flex vertical gap="middle">
      <Flex justify="flex-end">
        <Button icon={<ReloadOutlined />} onClick={reload}>
          {t('Refresh')}
        </Button>
      </Flex>
      {stats.error && <LoadError error={stats.error} onRetry={reload} />}
      {!data && stats.loading && <Skeleton active paragraph={{ rows: 6 }} />}
      {data && (
        <>
          {data.relays.every(({ state }) => state === 'gone') && (
            <Notice
              type="warning"
              title={t('No process relays events')}
              text={t('Events wait in the outbox until one does. Which processes relay follows WORKER_MODE.')}
            />
          )}
          <Figures stats={data} />
          <div>
            <Typography.Title level={5}>{t('Relayed in the last hour')}</Typography.Title>
            <Sparkline minutes={data.minutes} />
          </div>
          <div>
            <Typography.Title level={5}>{t('Relays')}</Typography.Title>
            <RelayTable relays={data.relays} />
          </div>
        </>
      )}
    </Flex>
  );
}
