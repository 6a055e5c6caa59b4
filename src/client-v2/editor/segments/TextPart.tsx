import { Input } from 'antd';
import { useT } from '../../host/host';
import { Labelled } from '../Labelled';
import { findingsOfOption } from '../model/findings';
import type { PartProps } from './part-props';

/** Text that is the same in every number. */
export function TextPart({ segment, onOptions, errors }: PartProps) {
  const t = useT();
  const value = typeof segment.options.value === 'string' ? segment.options.value : '';
  return (
    <Labelled
      label={t('Text')}
      help={t('Taken as it is, spaces included.')}
      errors={[...findingsOfOption(errors, 'value'), ...findingsOfOption(errors, '')]}
    >
      {(ties) => (
        <Input
          {...ties}
          value={value}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => onOptions({ value: event.target.value })}
        />
      )}
    </Labelled>
  );
}
