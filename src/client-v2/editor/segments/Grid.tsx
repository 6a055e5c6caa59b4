import { theme } from 'antd';
import type { ReactNode } from 'react';

/** Inputs side by side where there is room, one below the other where there is not. */
export function Grid(props: { children: ReactNode; smallest?: number }) {
  const { token } = theme.useToken();
  const smallest = props.smallest ?? 200;
  return (
    <div
      style={{
        display: 'grid',
        gridTemplateColumns: `repeat(auto-fit, minmax(min(100%, ${smallest}px), 1fr))`,
        gap: `${token.margin}px ${token.marginLG}px`,
        alignItems: 'start',
      }}
    >
      {props.children}
    </div>
  );
}

/** One item of a Grid over its whole width. */
export const WHOLE_ROW = { gridColumn: '1 / -1' } as const;
