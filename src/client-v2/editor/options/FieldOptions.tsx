import { Flex, theme } from 'antd';
import type { Finding } from '../../api/finding-types';
import { useT } from '../../host/host';
import { findingsOfOption } from '../model/findings';
import type { SequenceRules } from '../model/types';
import { Switched } from './Switched';
import { TimeZone } from './TimeZone';
import type { DuplicateCheck } from './UniqueOption';
import { UniqueOption } from './UniqueOption';

interface FieldOptionsProps {
  rules: SequenceRules;
  appZone?: string;
  errors: readonly Finding[];
  warnings: readonly Finding[];
  duplicates: DuplicateCheck;
  onChange: (changes: Partial<SequenceRules>) => void;
}

/** The options around the pattern. */
export function FieldOptions({ rules, appZone, errors, warnings, duplicates, onChange }: FieldOptionsProps) {
  const t = useT();
  const { token } = theme.useToken();
  const about = (option: string) => ({
    errors: findingsOfOption(errors, option),
    warnings: findingsOfOption(warnings, option),
  });
  return (
    <Flex vertical gap={token.margin}>
      <TimeZone
        value={rules.timezone}
        appZone={appZone}
        errors={about('timezone').errors}
        onChange={(timezone) => onChange({ timezone })}
      />
      <UniqueOption
        {...about('unique')}
        checked={rules.unique}
        check={duplicates}
        onChange={(unique) => onChange({ unique })}
      />
      <Switched
        {...about('inputable')}
        label={t('People may type a number')}
        help={t('An empty field still gets the next number. A higher typed number raises the counter.')}
        checked={rules.inputable}
        onChange={(inputable) => onChange(inputable ? { inputable } : { inputable, match: false })}
      />
      {rules.inputable && (
        <Switched
          {...about('match')}
          label={t('A typed number must have this shape')}
          help={t('Anything else is refused when the record is saved.')}
          checked={rules.match}
          onChange={(match) => onChange({ match })}
        />
      )}
    </Flex>
  );
}
