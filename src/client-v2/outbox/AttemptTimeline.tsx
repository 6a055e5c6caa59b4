import { Flex, Timeline, Typography } from 'antd';
import type { Attempt } from '../api/outbox-types';
import { useHost } from '../host/host';
import { formatSeconds } from './durations';

/** When a delivery was tried and how that ended, the newest first. */
export function AttemptTimeline({ attempts }: { attempts: Attempt[] }) {
  const { t, language } = useHost();
  if (attempts.length === 0) return <Typography.Text type="secondary">{t('Not tried yet.')}</Typography.Text>;
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
  return (
    <Timeline
      items={[...attempts].reverse().map(({ number, startedAt, finishedAt, error }) => ({
        key: number,
        color: !finishedAt ? 'gray' : error ? 'red' : 'green',
        children: (
          <Flex vertical>
            <span>
              {t('Attempt {{number}}', { number })}
              {startedAt && ` · ${moment.format(new Date(startedAt))}`}
              {took(startedAt, finishedAt) !== undefined &&
                ` · ${formatSeconds(took(startedAt, finishedAt) ?? 0, language)}`}
            </span>
            <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
              {!finishedAt ? t('Under way, or cut off with its process') : error || t('It worked')}
            </Typography.Text>
          </Flex>
        ),
      }))}
    />
  );
}

/** Seconds; undefined where the end is not known. */
function took(from: string | undefined, to: string | undefined): number | undefined {
  const span = from && to ? (Date.parse(to) - Date.parse(from)) / 1000 : NaN;
  return Number.isFinite(span) ? Math.max(0, span) : undefined;
}
