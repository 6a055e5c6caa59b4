import { Flex } from 'antd';
import type { OpenAlert } from '../api/outbox-types';
import { useHost } from '../host/host';
import type { Translate } from '../host/host';
import { formatMoment } from '../sequences/format';
import { Notice } from '../sequences/Notice';

/** What is wrong at the moment, and whether people were told. */
export function OpenAlerts({ alerts }: { alerts: OpenAlert[] }) {
  const { t, language } = useHost();
  return (
    <Flex vertical gap="small">
      {alerts.map(({ condition, since, sentAt, error }) => (
        <Notice
          key={condition}
          type={sentAt ? 'warning' : 'error'}
          title={conditionWords(condition, t)}
          text={[
            t('Since {{time}}.', { time: formatMoment(since, language) }),
            sentAt
              ? t('Told at {{time}}.', { time: formatMoment(sentAt, language) })
              : t('It could not be told yet: {{error}}', { error: error || '–' }),
          ].join(' ')}
        />
      ))}
    </Flex>
  );
}

function conditionWords(condition: string, t: Translate): string {
  if (condition === 'deadLetters') return t('Deliveries were given up');
  if (condition === 'lag') return t('Events wait to be relayed');
  return `${t('A relay is gone')}: ${condition.replace(/^relay:/, '')}`;
}
