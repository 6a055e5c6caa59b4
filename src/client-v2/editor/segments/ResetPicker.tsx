import { Flex, Input, Select } from 'antd';
import { useState } from 'react';
import type { Finding } from '../../api/finding-types';
import type { Translate } from '../../host/host';
import { useHost } from '../../host/host';
import { cronInWords } from '../cron-words';
import { Labelled } from '../Labelled';
import type { Reset, ResetKind } from '../model/reset';
import { readReset, RESET_KINDS, writeReset } from '../model/reset';
import { momentIn, monthNames, weekdayNames } from '../moments';

interface ResetPickerProps {
  /** A cron expression; undefined: never. */
  cycle: unknown;
  onChange: (cycle: string | undefined) => void;
  /** The next resets, ISO. */
  times: readonly string[];
  zone?: string;
  errors: readonly Finding[];
  warnings: readonly Finding[];
}

/** When the counter starts again: chosen by name, or as a cron expression with its meaning in words. */
export function ResetPicker({ cycle, onChange, times, zone, errors, warnings }: ResetPickerProps) {
  const { t, language } = useHost();
  // A cron expression that has a name stays "custom" for the one who chose to write it.
  const [writing, setWriting] = useState(false);
  const read = readReset(cycle);
  const reset: Reset = writing ? { ...read, kind: 'custom' } : read;
  const choose = (next: Reset) => {
    setWriting(next.kind === 'custom');
    onChange(writeReset(next, cycle));
  };
  const custom = reset.kind === 'custom';

  // What is wrong has no next time: those at hand are of the last cycle that worked.
  const next = errors.length > 0 ? [] : times.map((time) => momentIn(zone, time, language)).filter(Boolean);
  // Those of the last rules that worked say nothing about rules that do not.
  const when = errors.length === 0 && next.length > 0 && t('Next: {{times}}', { times: next.join(' · ') });
  return (
    <Flex vertical gap="small">
      <Labelled
        label={t('Starts again')}
        help={!custom && when}
        errors={custom ? [] : errors}
        warnings={custom ? [] : warnings}
      >
        {(ties) => (
          <Flex gap="small" wrap>
            <Select
              {...ties}
              value={reset.kind}
              options={RESET_KINDS.map((kind) => ({ value: kind, label: nameOf(kind, t) }))}
              onChange={(kind: ResetKind) => choose({ ...reset, kind })}
              popupMatchSelectWidth={false}
              style={{ flex: '1 1 160px' }}
            />
            {reset.kind === 'weekly' && (
              <Select
                aria-label={t('Day of the week')}
                value={reset.weekday}
                options={weekdayNames(language).map((label, value) => ({ value, label }))}
                onChange={(weekday: number) => choose({ ...reset, weekday })}
                style={{ flex: '1 1 130px' }}
              />
            )}
            {reset.kind === 'fiscal' && (
              <Select
                aria-label={t('First month of the year')}
                value={reset.month}
                options={monthNames(language)
                  .map((label, month) => ({ value: month + 1, label }))
                  .slice(1)}
                onChange={(month: number) => choose({ ...reset, month })}
                style={{ flex: '1 1 130px' }}
              />
            )}
          </Flex>
        )}
      </Labelled>
      {custom && (
        <Labelled
          label={t('Cron expression')}
          help={<CronHelp cycle={cycle} when={when} />}
          errors={errors}
          warnings={warnings}
        >
          {(ties) => (
            <Input
              {...ties}
              value={typeof cycle === 'string' ? cycle : ''}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => onChange(event.target.value)}
            />
          )}
        </Labelled>
      )}
    </Flex>
  );
}

function CronHelp({ cycle, when }: { cycle: unknown; when: string | false }) {
  const { t, language } = useHost();
  const words = typeof cycle === 'string' ? cronInWords(cycle, language) : undefined;
  return (
    <>
      {words && <span style={{ display: 'block' }}>{words}</span>}
      {when && <span style={{ display: 'block' }}>{when}</span>}
      {!words && t('Minute, hour, day of the month, month, day of the week.')}
    </>
  );
}

function nameOf(kind: ResetKind, t: Translate): string {
  switch (kind) {
    case 'never':
      return t('Never');
    case 'daily':
      return t('Each day');
    case 'weekly':
      return t('Each week');
    case 'monthly':
      return t('Each month');
    case 'yearly':
      return t('Each year');
    case 'fiscal':
      return t('Each fiscal year');
    case 'custom':
      return t('Custom (cron)');
  }
}
