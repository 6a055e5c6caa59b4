import { theme, Typography } from 'antd';
import type { Finding } from '../../api/finding-types';
import type { Duplicates } from '../../api/preview-types';
import { ErrorText } from '../../host/error-text';
import { useHost, useT } from '../../host/host';
import { formatBig } from '../numbers';
import { Switched } from './Switched';

interface UniqueOptionProps {
  checked: boolean;
  errors: readonly Finding[];
  warnings: readonly Finding[];
  check: DuplicateCheck;
  onChange: (checked: boolean) => void;
}

/** Where the search for numbers that occur twice stands; undefined: not needed. */
export interface DuplicateCheck {
  searching: boolean;
  found?: Duplicates;
}

const SHOWN = 5;

/** Whether the database refuses a number twice. Switched on later, the numbers that occur twice are looked up first. */
export function UniqueOption({ checked, errors, warnings, check, onChange }: UniqueOptionProps) {
  const t = useT();
  const found = checked && check.found && check.found.total > 0 ? check.found : undefined;
  return (
    <Switched
      label={t('Unique')}
      help={t('The database refuses a number that a record has already. Recommended.')}
      checked={checked}
      errors={found ? [] : errors}
      warnings={warnings}
      onChange={onChange}
    >
      {checked && check.searching && <Typography.Text>{t('Looking for numbers that occur twice …')}</Typography.Text>}
      {found && <Found found={found} />}
    </Switched>
  );
}

function Found({ found }: { found: Duplicates }) {
  const { t, language } = useHost();
  const { token } = theme.useToken();
  const rest = found.total - Math.min(SHOWN, found.duplicates.length);
  return (
    <div role="alert">
      <ErrorText>
        {t('Numbers that occur twice: {{number}}. Correct these records first, then switch Unique on.', {
          number: formatBig(String(found.total), language),
        })}
      </ErrorText>
      <ul style={{ margin: 0, paddingInlineStart: token.paddingLG, fontFamily: token.fontFamilyCode }}>
        {found.duplicates.slice(0, SHOWN).map(({ value, count }) => (
          <li key={value}>
            {value} × {count}
          </li>
        ))}
      </ul>
      {rest > 0 && <Typography.Text>{t('… and {{number}} more', { number: rest })}</Typography.Text>}
    </div>
  );
}
