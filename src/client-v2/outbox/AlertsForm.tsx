import { Button, Checkbox, Flex, InputNumber, Select } from 'antd';
import { useState } from 'react';
import type { OutboxSettings } from '../api/outbox-types';
import { useHost } from '../host/host';
import { Notice } from '../sequences/Notice';
import { Labelled } from '../editor/Labelled';
import { PeopleSelect } from './PeopleSelect';
import { useSave } from './use-save';

/** Lag that is offered first, in seconds. */
const USUAL_LAG = 300;

/** Of what people are told, by which channel, and who. */
export function AlertsForm({ settings, onSaved }: { settings: OutboxSettings; onSaved: () => void }) {
  const { t, outbox } = useHost();
  const [alerts, setAlerts] = useState(settings.alerts);
  const { errorsOf, error, saving, save } = useSave(onSaved);
  const change = (part: Partial<typeof alerts>) => setAlerts((old) => ({ ...old, ...part }));
  const isLagOn = alerts.lagSeconds !== undefined;
  return (
    <Flex vertical gap="middle">
      {!settings.canNotify && (
        <Notice type="info" title={t('Alerts need the plugin "Notification manager", which is not enabled.')} />
      )}
      <Flex vertical gap="small">
        <Checkbox checked={alerts.deadLetters} onChange={({ target }) => change({ deadLetters: target.checked })}>
          {t('Deliveries were given up')}
        </Checkbox>
        <Checkbox checked={alerts.relayGone} onChange={({ target }) => change({ relayGone: target.checked })}>
          {t('A relay is gone')}
        </Checkbox>
        <Checkbox
          checked={isLagOn}
          onChange={({ target }) => change({ lagSeconds: target.checked ? USUAL_LAG : undefined })}
        >
          {t('Events wait too long')}
        </Checkbox>
      </Flex>
      {isLagOn && (
        <Labelled label={t('Events wait longer than (seconds)')} errors={errorsOf('lagSeconds')}>
          {(props) => (
            <InputNumber
              {...props}
              min={1}
              max={86_400}
              precision={0}
              value={alerts.lagSeconds}
              onChange={(value) => change({ lagSeconds: value ?? 0 })}
            />
          )}
        </Labelled>
      )}
      <Labelled label={t('Channel')} errors={errorsOf('channel')}>
        {(props) => (
          <Select
            {...props}
            allowClear
            aria-label={t('Channel')}
            placeholder={t('Choose a channel')}
            value={alerts.channel}
            onChange={(channel?: string) => change({ channel })}
            options={settings.channels.map(({ name, title }) => ({ value: name, label: title }))}
            notFoundContent={t('There is no notification channel yet.')}
            style={{ width: '100%' }}
          />
        )}
      </Labelled>
      <Labelled label={t('People')} errors={errorsOf('userIds')} help={t('They are told once, until it has passed.')}>
        {(props) => <PeopleSelect {...props} value={alerts.users} onChange={(users) => change({ users })} />}
      </Labelled>
      {error && <Notice type="error" title={error} />}
      <Button
        type="primary"
        loading={saving}
        onClick={() => void save(() => outbox.saveAlerts(alerts))}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('Save alerts')}
      </Button>
    </Flex>
  );
}
