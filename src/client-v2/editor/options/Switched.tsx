import { Checkbox } from 'antd';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Finding } from '../../api/finding-types';
import { Findings, Help } from '../Labelled';

interface SwitchedProps {
  label: string;
  help: string;
  checked: boolean;
  disabled?: boolean;
  errors?: readonly Finding[];
  warnings?: readonly Finding[];
  onChange: (checked: boolean) => void;
  children?: ReactNode;
}

/** A yes-or-no option with a sentence of help. */
export function Switched({ label, help, checked, disabled, errors, warnings, onChange, children }: SwitchedProps) {
  const id = useId();
  return (
    <div>
      <Checkbox
        checked={checked}
        disabled={disabled}
        aria-describedby={id}
        onChange={(event) => onChange(event.target.checked)}
      >
        {label}
      </Checkbox>
      <div id={id} style={{ paddingInlineStart: 24 }}>
        <Help>{help}</Help>
        <Findings errors={errors} warnings={warnings} />
        {children}
      </div>
    </div>
  );
}
