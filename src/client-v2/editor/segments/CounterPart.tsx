import { InputNumber, Radio } from 'antd';
import { useMemo } from 'react';
import { useT } from '../../host/host';
import { Findings, Help, Labelled } from '../Labelled';
import { valueChoices } from '../model/field-choices';
import { findingsOfOption } from '../model/findings';
import { CapacityText } from './CapacityText';
import { FieldsPicker } from './FieldPicker';
import { Grid, WHOLE_ROW } from './Grid';
import type { PartProps } from './part-props';
import { ResetPicker } from './ResetPicker';

const MOST_DIGITS = 18;

/** A number that counts up. */
export function CounterPart({ segment, index, onOptions, errors, warnings, preview, choices }: PartProps) {
  const t = useT();
  const { digits, start, overflow, scope, cycle, base } = segment.options;
  const fields = useMemo(() => valueChoices(choices), [choices]);
  const ofPart = findingsOfOption(warnings, '');
  const capacity = errors.length === 0 && preview?.capacity.find((row) => row.index === index);
  return (
    <Grid>
      {ofPart.length > 0 && (
        <div style={WHOLE_ROW}>
          <Findings warnings={ofPart} />
        </div>
      )}
      <Labelled
        label={t('Digits')}
        help={t('Filled up with zeros.')}
        errors={[...findingsOfOption(errors, 'digits'), ...findingsOfOption(errors, '')]}
        warnings={findingsOfOption(warnings, 'digits')}
      >
        {(ties) => (
          <InputNumber
            {...ties}
            min={1}
            max={MOST_DIGITS}
            precision={0}
            value={typeof digits === 'number' ? digits : 1}
            onChange={(value) => onOptions({ digits: value ?? undefined })}
            style={{ width: '100%' }}
          />
        )}
      </Labelled>
      <Labelled
        label={t('Starts at')}
        help={t('The first number, also after each reset.')}
        errors={findingsOfOption(errors, 'start')}
        warnings={findingsOfOption(warnings, 'start')}
      >
        {(ties) => (
          <InputNumber
            {...ties}
            min={0}
            max={Number.MAX_SAFE_INTEGER}
            precision={0}
            value={typeof start === 'number' ? start : 0}
            onChange={(value) => onOptions({ start: value ?? undefined })}
            style={{ width: '100%' }}
          />
        )}
      </Labelled>
      <ResetPicker
        cycle={cycle}
        onChange={(next) => onOptions({ cycle: next })}
        times={preview?.resets.find((row) => row.index === index)?.times ?? []}
        zone={preview?.zone}
        errors={findingsOfOption(errors, 'cycle')}
        warnings={findingsOfOption(warnings, 'cycle')}
      />
      <Labelled
        label={t('A counter of its own for each')}
        style={WHOLE_ROW}
        help={t('For example each customer or company. Empty: one counter for all records.')}
        errors={findingsOfOption(errors, 'scope')}
        warnings={findingsOfOption(warnings, 'scope')}
      >
        {(ties) => (
          <FieldsPicker
            ties={ties}
            choices={fields}
            placeholder={t('All records together')}
            value={Array.isArray(scope) ? (scope as string[]) : []}
            onChange={(paths) => onOptions({ scope: paths.length > 0 ? paths : undefined })}
          />
        )}
      </Labelled>
      <Labelled
        label={t('When the digits are used up')}
        errors={findingsOfOption(errors, 'overflow')}
        style={WHOLE_ROW}
        help={capacity && <CapacityText capacity={capacity} cycle={cycle} />}
      >
        {({ id, status: _, ...ties }) => (
          <Radio.Group
            {...ties}
            id={id}
            aria-label={t('When the digits are used up')}
            value={overflow === 'error' ? 'error' : 'grow'}
            onChange={(event) => onOptions({ overflow: event.target.value === 'error' ? 'error' : undefined })}
            options={[
              { value: 'grow', label: t('Grow by a digit (99 → 100)') },
              { value: 'error', label: t('Refuse to save') },
            ]}
          />
        )}
      </Labelled>
      <div style={WHOLE_ROW}>
        <Help>
          {t(
            'Strict: no number twice and none left out. Saves that need a number of this counter wait for one another.',
          )}
        </Help>
        {typeof base === 'number' && base !== 10 && <Help>{t('This counter counts in base {{base}}.', { base })}</Help>}
      </div>
    </Grid>
  );
}
