import { Alert, Flex, Typography } from 'antd';
import type { ReactNode } from 'react';

interface NoticeProps {
  type: 'success' | 'info' | 'warning' | 'error';
  title: string;
  /** More of it, below the title. */
  text?: ReactNode;
  action?: ReactNode;
}

/** A compact message box: antd's own grows to a banner as soon as it has a second sentence. */
export function Notice({ type, title, text, action }: NoticeProps) {
  const message = text ? (
    <Flex vertical>
      <Typography.Text strong>{title}</Typography.Text>
      <div>{text}</div>
    </Flex>
  ) : (
    title
  );
  return (
    <Alert
      type={type}
      showIcon
      message={message}
      action={action}
      style={text ? { alignItems: 'baseline' } : undefined}
    />
  );
}
