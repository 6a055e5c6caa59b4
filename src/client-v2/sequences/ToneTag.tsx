import { CheckCircleFilled, CloseCircleFilled, ExclamationCircleFilled, SyncOutlined } from '@ant-design/icons';
import { Tag, theme } from 'antd';
import type { ReactNode } from 'react';

export type Tone = 'success' | 'warning' | 'error' | 'running' | 'neutral';

interface ToneTagProps {
  tone: Tone;
  children: ReactNode;
  /** Reachable by keyboard, for a tag that has more to tell on focus. */
  tabIndex?: number;
}

/** A tag whose icon and ground carry the colour: antd's coloured text on a tint is too pale to be read by everybody. */
export function ToneTag({ tone, children, ...rest }: ToneTagProps) {
  const { token } = theme.useToken();
  const looks = {
    success: { color: 'success', icon: <CheckCircleFilled style={{ color: token.colorSuccess }} /> },
    warning: { color: 'warning', icon: <ExclamationCircleFilled style={{ color: token.colorWarning }} /> },
    error: { color: 'error', icon: <CloseCircleFilled style={{ color: token.colorError }} /> },
    running: { color: 'processing', icon: <SyncOutlined spin style={{ color: token.colorInfo }} /> },
    neutral: { color: undefined, icon: undefined },
  }[tone];
  return (
    <Tag {...rest} {...looks} bordered={false} style={{ margin: 0, color: token.colorText, whiteSpace: 'normal' }}>
      {children}
    </Tag>
  );
}
