import { theme } from 'antd';
import type { OutboxStats } from '../api/outbox-types';
import { useHost } from '../host/host';
import { formatCount } from '../sequences/format';
import { formatSeconds } from './durations';

interface Figure {
  label: string;
  value: string;
  isBad?: boolean;
}

/** The figures of the outbox, as a list of terms. */
export function Figures({ stats }: { stats: OutboxStats }) {
  const { t, language } = useHost();
  const { token } = theme.useToken();
  const count = (value: number) => formatCount(value, language);
  const seconds = (value: number | undefined) => (value === undefined ? '–' : formatSeconds(value, language));
  const figures: Figure[] = [
    { label: t('Pending'), value: count(stats.pending) },
    { label: t('Oldest pending'), value: seconds(stats.oldestPendingSeconds) },
    { label: t('Lag (5 min)'), value: seconds(stats.lagSeconds) },
    { label: t('Relayed'), value: count(stats.published) },
    { label: t('Retrying'), value: count(stats.retrying) },
    { label: t('Given up'), value: count(stats.dead), isBad: stats.dead > 0 },
    { label: t('Transport'), value: stats.transport || '–' },
  ];
  return (
    <dl
      style={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(140px, 1fr))',
        gap: token.marginSM,
        margin: 0,
      }}
    >
      {figures.map(({ label, value, isBad }) => (
        <div
          key={label}
          style={{
            padding: token.paddingSM,
            borderRadius: token.borderRadiusLG,
            background: isBad ? token.colorErrorBg : token.colorFillQuaternary,
          }}
        >
          <dt style={{ color: token.colorTextSecondary }}>{label}</dt>
          <dd
            style={{
              margin: 0,
              fontSize: token.fontSizeHeading4,
              fontVariantNumeric: 'tabular-nums',
              overflowWrap: 'anywhere',
              color: token.colorText,
            }}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
