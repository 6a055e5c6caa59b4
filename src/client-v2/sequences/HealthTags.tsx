import { ReloadOutlined } from '@ant-design/icons';
import { Button, Flex, Skeleton, Tooltip, Typography } from 'antd';
import type { Health } from '../api/types';
import { useErrorColour } from '../host/error-text';
import { useHost } from '../host/host';
import type { Host } from '../host/host';
import { formatCount } from './format';
import type { HealthState } from './health-checks';
import { ToneTag } from './ToneTag';
import type { Tone } from './ToneTag';

interface HealthTagsProps {
  state: HealthState | undefined;
  /** Names the field to people who hear the page. */
  label: string;
  onRetry: () => void;
}

/** How the numbers of a field stand, as tags; the reading's own states are drawn too. */
export function HealthTags({ state, label, onRetry }: HealthTagsProps) {
  const host = useHost();
  const { t } = host;
  const errorColour = useErrorColour();
  if (state?.step === 'failed') {
    return (
      <Tooltip title={state.error?.message}>
        <Button
          size="small"
          type="text"
          style={{ color: errorColour }}
          icon={<ReloadOutlined />}
          aria-label={t('The check of {{field}} failed. Try again', { field: label })}
          onClick={onRetry}
        >
          {t('Check failed')}
        </Button>
      </Tooltip>
    );
  }
  if (!state?.health && state?.step === 'known') return null;
  if (!state?.health) {
    return (
      <span role="status" aria-label={t('Checking {{field}}', { field: label })}>
        <Skeleton.Button active={state?.step === 'reading'} size="small" style={{ height: 22 }} />
      </span>
    );
  }
  if (!state.health.works) return <BrokenPattern reasons={state.health.faults} />;
  return (
    <Flex wrap gap={4} style={{ maxWidth: 220, opacity: state.step === 'known' ? undefined : 0.5 }}>
      {findings(state.health, host).map(({ text, tone }) => (
        <ToneTag key={text} tone={tone}>
          {text}
        </ToneTag>
      ))}
      {isInOrder(state.health) && <ToneTag tone="success">{t('In order')}</ToneTag>}
    </Flex>
  );
}

/** A stored pattern that cannot work, and why: no record can be saved with it. */
function BrokenPattern({ reasons }: { reasons: string[] }) {
  const { t } = useHost();
  return (
    <Flex vertical align="flex-start" gap={4} style={{ maxWidth: 260 }}>
      <ToneTag tone="error">{t('Pattern does not work')}</ToneTag>
      {reasons.map((reason) => (
        <Typography.Text key={reason} type="secondary" style={{ fontSize: '0.85em', overflowWrap: 'anywhere' }}>
          {reason}
        </Typography.Text>
      ))}
    </Flex>
  );
}

function isInOrder({ behind, duplicates, nulls, unreadable, gaps }: Health): boolean {
  return !behind && duplicates + nulls + unreadable + gaps === 0;
}

/** The worst first. */
function findings(health: Health, { t, language }: Host): { text: string; tone: Tone }[] {
  const number = (count: number) => ({ number: formatCount(count, language) });
  const all: { found: boolean; text: string; tone: Tone }[] = [
    { found: health.behind, text: t('Counter behind'), tone: 'error' },
    { found: health.duplicates > 0, text: t('Repeated: {{number}}', number(health.duplicates)), tone: 'error' },
    { found: health.nulls > 0, text: t('Without number: {{number}}', number(health.nulls)), tone: 'warning' },
    { found: health.unreadable > 0, text: t('Do not fit: {{number}}', number(health.unreadable)), tone: 'warning' },
    { found: health.gaps > 0, text: t('Gaps: {{number}}', number(health.gaps)), tone: 'neutral' },
  ];
  return all.filter(({ found }) => found);
}
