import { AutoComplete, Select } from 'antd';
import dayjs from 'dayjs';
import { useMemo } from 'react';
import { useT } from '../../host/host';
import { Labelled } from '../Labelled';
import { dateChoices } from '../model/field-choices';
import { findingsOfOption } from '../model/findings';
import { Grid } from './Grid';
import type { PartProps } from './part-props';

/** Common formats; any other can be typed. */
const FORMATS = ['YYYY', 'YY', 'YYYYMM', 'YYMM', 'YYYY-MM', 'YYYYMMDD', 'YYMMDD', 'YYYY-MM-DD'];

/** A date of the record. */
export function DatePart({ segment, index, onOptions, errors, warnings, preview, choices }: PartProps) {
  const t = useT();
  const format = typeof segment.options.format === 'string' ? segment.options.format : 'YYYYMMDD';
  const field = typeof segment.options.field === 'string' ? segment.options.field : 'createdAt';
  const sample = preview?.parts.find((part) => part.index === index)?.text;
  const now = dayjs();
  return (
    <Grid>
      <Labelled
        label={t('Format')}
        help={
          sample
            ? t('Gives {{sample}}. YYYY is the year, MM the month, DD the day, GGGG with WW the week.', { sample })
            : t('YYYY is the year, MM the month, DD the day, GGGG with WW the week.')
        }
        errors={[...findingsOfOption(errors, 'format'), ...findingsOfOption(errors, '')]}
        warnings={findingsOfOption(warnings, 'format')}
      >
        {(ties) => (
          <AutoComplete
            {...ties}
            value={format}
            options={FORMATS.map((value) => ({ value, label: `${value} · ${now.format(value)}` }))}
            filterOption={false}
            popupMatchSelectWidth={false}
            onChange={(value: string) => onOptions({ format: value })}
          />
        )}
      </Labelled>
      <Labelled
        label={t('Date taken from')}
        help={t('Also decides the period that a record is numbered in. Empty: the time of saving.')}
        errors={findingsOfOption(errors, 'field')}
      >
        {(ties) => <DateSource ties={ties} field={field} choices={choices} onOptions={onOptions} />}
      </Labelled>
    </Grid>
  );
}

interface DateSourceProps extends Pick<PartProps, 'choices' | 'onOptions'> {
  ties: object;
  field: string;
}

function DateSource({ ties, field, choices, onOptions }: DateSourceProps) {
  const t = useT();
  const options = useMemo(() => {
    const known = dateChoices(choices).map(({ path, title }) => ({ value: path, label: title }));
    const needed = [...new Set(['createdAt', field])].filter((name) => !known.some(({ value }) => value === name));
    return [...needed.map((name) => ({ value: name, label: name === 'createdAt' ? t('Created at') : name })), ...known];
  }, [choices, field, t]);
  return (
    <Select
      {...ties}
      value={field}
      options={options}
      showSearch
      optionFilterProp="label"
      onChange={(value: string) => onOptions({ field: value })}
    />
  );
}
