import { Flex, Skeleton, theme, Typography } from 'antd';
import type { CSSProperties, ReactNode } from 'react';
import type { Preview } from '../api/preview-types';
import { ErrorText } from '../host/error-text';
import { useHost, useT } from '../host/host';
import type { PreviewState } from './use-preview';
import { momentIn } from './moments';

interface PreviewCardProps {
  state: PreviewState;
  /** The answer is about the rules as they are. */
  fresh: boolean;
  /** Titles of the fields that the counter is scoped by. */
  scope: string;
}

/** The numbers that the rules give, as the server makes them. Nothing is taken. */
export function PreviewCard({ state, fresh, scope }: PreviewCardProps) {
  const t = useT();
  const { token } = theme.useToken();
  const { preview } = state;
  const wrong = state.errors.length > 0;
  const [first, ...others] = preview?.values ?? [];
  return (
    <section
      aria-label={t('Preview')}
      aria-busy={state.loading || !fresh}
      style={{
        background: token.colorFillQuaternary,
        borderRadius: token.borderRadiusLG,
        padding: `${token.paddingSM}px ${token.padding}px`,
        border: `1px solid ${token.colorBorderSecondary}`,
      }}
    >
      <Flex justify="space-between" gap="small" wrap>
        <Typography.Text style={{ color: token.colorTextSecondary }}>
          {wrong ? t('Last preview that worked') : t('Next numbers')}
        </Typography.Text>
        {preview?.zone && (
          <Typography.Text style={{ color: token.colorTextSecondary, fontSize: token.fontSizeSM }}>
            {t('Dates and resets by {{zone}}', { zone: preview.zone })}
          </Typography.Text>
        )}
      </Flex>
      {!preview && state.loading && <Skeleton.Input active size="small" style={{ marginTop: token.marginXXS }} />}
      {preview && (
        <div style={{ opacity: wrong ? 0.85 : 1 }}>
          <Flex align="baseline" gap={token.marginMD} wrap aria-live="polite" aria-atomic>
            <span data-testid="next-number" style={mono(token.fontSizeHeading4, token.fontFamilyCode)}>
              <strong>{first}</strong>
            </span>
            {others.map((value, place) => (
              <span
                key={place}
                style={{ ...mono(token.fontSize, token.fontFamilyCode), color: token.colorTextSecondary }}
              >
                {value}
              </span>
            ))}
          </Flex>
          <Facts preview={preview} scope={scope} />
        </div>
      )}
      {state.failure && <ErrorText>{state.failure.message}</ErrorText>}
    </section>
  );
}

/** What becomes of the number later and elsewhere. */
function Facts({ preview, scope }: { preview: Preview; scope: string }) {
  const { t, language } = useHost();
  const { token } = theme.useToken();
  const { afterReset, otherScope, overflow, zone } = preview;
  if (!afterReset && !otherScope && overflow.length === 0) return null;
  return (
    <dl
      style={{
        display: 'grid',
        gridTemplateColumns: 'fit-content(60%) minmax(0, 1fr)',
        gap: `${token.marginXXS}px ${token.margin}px`,
        margin: `${token.marginXXS}px 0 0`,
      }}
    >
      {afterReset && (
        <Fact label={t('From {{time}}', { time: momentIn(zone, afterReset.at, language) })}>{afterReset.value}</Fact>
      )}
      {otherScope && (
        <Fact label={scope ? t('First of another {{scope}}', { scope }) : t('First of another scope')}>
          {otherScope.value}
        </Fact>
      )}
      {overflow.map(({ index, after, value }) => (
        <Fact key={index} label={t('After {{number}}', { number: after })} plain={!value}>
          {value ?? t('saving is refused')}
        </Fact>
      ))}
    </dl>
  );
}

function Fact(props: { label: string; plain?: boolean; children: ReactNode }) {
  const { token } = theme.useToken();
  return (
    <>
      <dt style={{ color: token.colorTextSecondary, overflowWrap: 'anywhere' }}>{props.label}</dt>
      <dd style={{ margin: 0, ...(!props.plain && mono(token.fontSize, token.fontFamilyCode)) }}>{props.children}</dd>
    </>
  );
}

function mono(fontSize: number, fontFamily: string): CSSProperties {
  return { fontFamily, fontSize, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' };
}
