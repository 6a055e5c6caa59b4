import { Alert, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

interface NoticeProps {
  type: 'success' | 'info' | 'warning' | 'error';
  title: string;
  /** More of it, below the title. */
  text?: ReactNode;
  action?: ReactNode;
}

/** A compact message box: antd's own grows to a banner as soon as it has a second sentence, and a button
 * leaves its words no room on a narrow screen. */
export function Notice({ type, title, text, action }: NoticeProps) {
  const words = text ? (
    <Flex vertical>
      <Typography.Text strong>{title}</Typography.Text>
      <div>{text}</div>
    </Flex>
  ) : (
    title
  );
  const message = action ? (
    <Flex wrap gap="small" justify="space-between" align="flex-start">
      <div style={{ flex: '1 1 220px', minWidth: 0 }}>{words}</div>
      {action}
    </Flex>
  ) : (
    words
  );
  return <Alert type={type} showIcon message={message} style={text ? { alignItems: 'baseline' } : undefined} />;
}
