import { WarningFilled } from '@ant-design/icons';
import { Flex, theme, Typography } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import { useId } from 'react';
import type { Finding } from '../api/finding-types';
import { ErrorText } from '../host/error-text';

/** What an input gets so that its label, its help and its errors belong to it for everyone. */
export interface InputTies {
  id: string;
  status?: 'error' | 'warning';
  'aria-describedby'?: string;
  'aria-invalid'?: boolean;
}

interface LabelledProps {
  label: ReactNode;
  /** As the labels of the dialog around. */
  strong?: boolean;
  help?: ReactNode;
  errors?: readonly Finding[];
  warnings?: readonly Finding[];
  style?: CSSProperties;
  children: (ties: InputTies) => ReactNode;
}

/** An input with its label above, and below it what is wrong with it or, for as long as nothing is, its help. */
export function Labelled({ label, strong, help, errors = [], warnings = [], style, children }: LabelledProps) {
  const id = useId();
  const { token } = theme.useToken();
  const status = errors.length > 0 ? 'error' : warnings.length > 0 ? 'warning' : undefined;
  const described = help || status ? `${id}-about` : undefined;
  return (
    <Flex vertical gap={4} style={{ minWidth: 0, ...style }}>
      <label htmlFor={id} style={{ fontWeight: strong ? token.fontWeightStrong : undefined }}>
        {label}
      </label>
      {children({
        id,
        ...(status && { status }),
        'aria-describedby': described,
        'aria-invalid': errors.length > 0 || undefined,
      })}
      {described && (
        <div id={described}>
          <Findings errors={errors} warnings={warnings} />
          {help && <Help>{help}</Help>}
        </div>
      )}
    </Flex>
  );
}

/** A sentence of help. */
export function Help(props: { children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <Typography.Text style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM, display: 'block' }}>
      {props.children}
    </Typography.Text>
  );
}

/** Errors and warnings in the server's words; errors are read out when they come. */
export function Findings({ errors = [], warnings = [] }: Pick<LabelledProps, 'errors' | 'warnings'>) {
  const { token } = theme.useToken();
  return (
    <>
      <div role="alert">
        {errors.map(({ message }) => (
          <ErrorText key={message} style={{ display: 'block' }}>
            {message}
          </ErrorText>
        ))}
      </div>
      {warnings.map(({ message }) => (
        <Typography.Text key={message} style={{ display: 'block' }}>
          <WarningFilled aria-hidden style={{ color: token.colorWarning, marginInlineEnd: token.marginXXS }} />
          {message}
        </Typography.Text>
      ))}
    </>
  );
}
