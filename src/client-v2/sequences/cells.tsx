import { Flex, Typography } from 'antd';
import type { ReactNode } from 'react';
import { useHost } from '../host/host';
import { formatPeriod, formatScope } from './format';

const startFurtherRight = () => ({ style: { paddingInlineStart: 24 } });

/** For the column after a right-aligned one: keeps its text away from the digits. */
export const AFTER_NUMBERS = { onCell: startFurtherRight, onHeaderCell: startFurtherRight };

/** A title with the technical name below it, where the two differ. */
export function NamedCell(props: { title: string; name: string; extra?: ReactNode }) {
  return (
    <Flex vertical>
      <span>
        {props.title} {props.extra}
      </span>
      {props.title !== props.name && (
        <Typography.Text type="secondary" style={{ fontSize: '0.85em' }}>
          {props.name}
        </Typography.Text>
      )}
    </Flex>
  );
}

/** A counter value: digits of equal width, never broken over two lines; a dash where there is none. */
export function NumberCell(props: { value?: string; strong?: boolean }) {
  return (
    <Typography.Text
      strong={props.strong}
      type={props.value ? undefined : 'secondary'}
      style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}
    >
      {props.value || '–'}
    </Typography.Text>
  );
}

/** A scope in words; muted where the counter serves all records. */
export function ScopeCell(props: { scope: string }) {
  const { t } = useHost();
  return <Typography.Text type={props.scope ? undefined : 'secondary'}>{formatScope(props.scope, t)}</Typography.Text>;
}

/** The start of a period; muted where the counter never starts again. */
export function PeriodCell(props: { period: string; timezone?: string }) {
  const { t, language } = useHost();
  const text = formatPeriod(props.period, { language, timeZone: props.timezone, t });
  return (
    <Typography.Text type={props.period ? undefined : 'secondary'} style={{ whiteSpace: 'nowrap' }}>
      {text}
    </Typography.Text>
  );
}
