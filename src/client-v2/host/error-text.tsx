import { theme, Typography } from 'antd';
import type { CSSProperties, ReactNode } from 'react';

/**
 * The red of our error texts. The theme's own error colours are too pale to be read on its backgrounds (3.3:1 in the light
 * theme, 2.7:1 in the dark one); this shade has at least 5.8:1 in both.
 */
export function useErrorColour(): string {
  const { token } = theme.useToken();
  return token['red-8'];
}

/** What is wrong, in words, legible in every theme. */
export function ErrorText({ children, style }: { children: ReactNode; style?: CSSProperties }) {
  const color = useErrorColour();
  return <Typography.Text style={{ ...style, color }}>{children}</Typography.Text>;
}
