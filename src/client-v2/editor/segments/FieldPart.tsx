import { Input } from 'antd';
import { useMemo } from 'react';
import { useT } from '../../host/host';
import { Labelled } from '../Labelled';
import { valueChoices } from '../model/field-choices';
import { findingsOfOption } from '../model/findings';
import { FieldPicker } from './FieldPicker';
import { Grid } from './Grid';
import type { PartProps } from './part-props';

/** The value of a field of the record, or of a record it belongs to. */
export function FieldPart({ segment, onOptions, errors, choices }: PartProps) {
  const t = useT();
  const { path, fallback } = segment.options;
  const fields = useMemo(() => valueChoices(choices), [choices]);
  return (
    <Grid>
      <Labelled
        label={t('Field')}
        help={t('Of this record, or of a record it belongs to.')}
        errors={[...findingsOfOption(errors, 'path'), ...findingsOfOption(errors, '')]}
      >
        {(ties) => (
          <FieldPicker
            ties={ties}
            choices={fields}
            placeholder={t('Choose a field')}
            value={typeof path === 'string' ? path : ''}
            onChange={(next) => onOptions({ path: next })}
          />
        )}
      </Labelled>
      <Labelled
        label={t('If it is empty')}
        help={t('Stands in the number instead of an empty value.')}
        errors={findingsOfOption(errors, 'fallback')}
      >
        {(ties) => (
          <Input
            {...ties}
            value={typeof fallback === 'string' ? fallback : ''}
            autoComplete="off"
            onChange={(event) => onOptions({ fallback: event.target.value || undefined })}
          />
        )}
      </Labelled>
    </Grid>
  );
}
