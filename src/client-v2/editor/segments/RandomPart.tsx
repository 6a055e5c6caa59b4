import { Checkbox, InputNumber } from 'antd';
import { useHost, useT } from '../../host/host';
import { Help, Labelled } from '../Labelled';
import { findingsOfOption } from '../model/findings';
import { formatBig, formatOdds } from '../numbers';
import { Grid, WHOLE_ROW } from './Grid';
import type { PartProps } from './part-props';

const LONGEST = 64;

/** Characters drawn by chance. */
export function RandomPart({ segment, onOptions, errors, preview }: PartProps) {
  const t = useT();
  const { length, charsets } = segment.options;
  return (
    <Grid>
      <Labelled
        label={t('How many characters')}
        errors={[...findingsOfOption(errors, 'length'), ...findingsOfOption(errors, '')]}
      >
        {(ties) => (
          <InputNumber
            {...ties}
            min={1}
            max={LONGEST}
            precision={0}
            value={typeof length === 'number' ? length : 6}
            onChange={(value) => onOptions({ length: value ?? undefined })}
          />
        )}
      </Labelled>
      <Labelled label={t('Drawn from')} errors={findingsOfOption(errors, 'charsets')}>
        {({ id, 'aria-describedby': described }) => (
          <div role="group" id={id} aria-label={t('Drawn from')} aria-describedby={described}>
            <Checkbox.Group
              value={Array.isArray(charsets) ? (charsets as string[]) : ['number']}
              onChange={(value) => onOptions({ charsets: value })}
              options={[
                { value: 'number', label: t('Digits 0–9') },
                { value: 'uppercase', label: t('Capital letters') },
                { value: 'lowercase', label: t('Small letters') },
                { value: 'symbol', label: t('Symbols') },
              ]}
            />
          </div>
        )}
      </Labelled>
      <div style={WHOLE_ROW}>
        <Help>
          <Odds preview={preview} />
        </Help>
      </div>
    </Grid>
  );
}

/** How likely a drawn number is taken already, in words. */
function Odds({ preview }: Pick<PartProps, 'preview'>) {
  const { t, language } = useHost();
  const chance = preview?.chance;
  if (!chance) return t('With Unique switched on, a number that is taken is drawn again.');
  const combinations = formatBig(chance.combinations, language);
  const again = t('With Unique switched on, a number that is taken is drawn again.');
  if (chance.odds === 0) return `${t('{{combinations}} combinations.', { combinations })} ${again}`;
  const records = formatBig(String(chance.records), language);
  const odds = formatOdds(chance.odds, language);
  const taken = t(
    '{{combinations}} combinations, {{records}} records so far: the next one is taken already with {{odds}}.',
    {
      combinations,
      records,
      odds,
    },
  );
  return `${taken} ${again}`;
}
