import { Flex, Progress, Spin, Typography } from 'antd';
import { useHost } from '../host/host';
import { formatCount } from './format';

interface TaskProgressProps {
  /** What is being done, as a sentence. */
  text: string;
  /** One sentence more, below it. */
  note?: string;
  done?: number;
  /** 0 or undefined: not known yet, a spinner stands in for the bar. */
  total?: number;
}

/** How far a background task has come. */
export function TaskProgress({ text, note, done = 0, total = 0 }: TaskProgressProps) {
  const { t, language } = useHost();
  return (
    <Flex vertical align="center" gap="small" style={{ paddingBlock: 24 }} role="status">
      {total > 0 ? (
        <>
          <Progress percent={Math.min(100, Math.floor((done / total) * 100))} status="active" aria-label={text} />
          <Typography.Text type="secondary">
            {t('{{done}} of {{total}}', { done: formatCount(done, language), total: formatCount(total, language) })}
          </Typography.Text>
        </>
      ) : (
        <Spin />
      )}
      <Typography.Text>{text}</Typography.Text>
      {note && (
        <Typography.Text type="secondary" style={{ textAlign: 'center' }}>
          {note}
        </Typography.Text>
      )}
    </Flex>
  );
}
