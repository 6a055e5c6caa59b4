import { Flex, theme, Typography } from 'antd';
import { useHost } from '../host/host';
import { formatCount } from '../sequences/format';

const HEIGHT = 56;
const STEP = 10;
const GAP = 2;

/** Events relayed by minute, as bars; in words for those who do not see them. */
export function Sparkline({ minutes }: { minutes: number[] }) {
  const { t, language } = useHost();
  const { token } = theme.useToken();
  const most = Math.max(1, ...minutes);
  const total = minutes.reduce((sum, count) => sum + count, 0);
  const words = t('{{total}} events in the last hour, at most {{most}} in a minute', {
    total: formatCount(total, language),
    most: formatCount(Math.max(0, ...minutes), language),
  });
  return (
    <Flex vertical gap={4}>
      <svg
        role="img"
        aria-label={words}
        viewBox={`0 0 ${minutes.length * STEP || STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        style={{ width: '100%', height: HEIGHT, display: 'block', borderBottom: `1px solid ${token.colorBorder}` }}
      >
        {minutes.map((count, minute) => {
          const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
          return (
            <rect
              key={minute}
              x={minute * STEP + GAP / 2}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
              fill={token.colorPrimary}
            />
          );
        })}
      </svg>
      <Typography.Text type="secondary">{words}</Typography.Text>
    </Flex>
  );
}
