import { Button, Flex, InputNumber, theme } from 'antd';
import { useState } from 'react';
import type { Retention, RetentionName } from '../api/outbox-types';
import { RETENTION_NAMES } from '../api/outbox-types';
import { useHost } from '../host/host';
import type { Translate } from '../host/host';
import { Notice } from '../sequences/Notice';
import { Labelled } from '../editor/Labelled';
import { retentionWords } from './operation-words';
import { useSave } from './use-save';

/** For how many days the rows of each table are kept. */
export function RetentionForm({ retention, onSaved }: { retention: Retention; onSaved: () => void }) {
  const { t, outbox } = useHost();
  const { token } = theme.useToken();
  const [days, setDays] = useState<Record<RetentionName, number | null>>(retention);
  const { errorsOf, error, saving, save } = useSave(onSaved);
  return (
    <Flex vertical gap="middle">
      {RETENTION_NAMES.map((name) => (
        <Labelled key={name} label={retentionWords(name, t)} help={helpOf(name, t)} errors={errorsOf(name)}>
          {(props) => (
            <InputNumber
              {...props}
              min={1}
              max={3650}
              precision={0}
              // In the colour of text: antd's own red of an input that is wrong is too pale to be read by everybody.
              addonAfter={<span style={{ color: token.colorText }}>{t('days')}</span>}
              value={days[name]}
              onChange={(value) => setDays((old) => ({ ...old, [name]: value }))}
              style={{ maxWidth: 200 }}
            />
          )}
        </Labelled>
      ))}
      {error && <Notice type="error" title={error} />}
      <Button
        type="primary"
        loading={saving}
        onClick={() => void save(() => outbox.saveRetention(days))}
        style={{ alignSelf: 'flex-start' }}
      >
        {t('Save retention')}
      </Button>
    </Flex>
  );
}

function helpOf(name: RetentionName, t: Translate): string | undefined {
  if (name === 'processed') return t('They keep an event from having its effect twice, so they are kept the longest.');
  if (name === 'failed') return t('Deliveries that are retrying or were given up stay until somebody deals with them.');
  return undefined;
}
