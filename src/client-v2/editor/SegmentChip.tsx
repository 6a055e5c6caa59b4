import { CloseOutlined, HolderOutlined } from '@ant-design/icons';
import { useSortable } from '@dnd-kit/sortable';
import { Button, theme, Tooltip } from 'antd';
import type { CSSProperties, KeyboardEvent } from 'react';
import { useT } from '../host/host';
import { kindOf } from './segment-words';

export interface ChipProps {
  id: string;
  type: string;
  sample: string;
  place: number;
  count: number;
  open: boolean;
  panelId: string;
  state?: 'error' | 'warning';
  onToggle: () => void;
  onRemove: () => void;
  onMove: (to: number) => void;
}

/**
 * One part of the number: its sample over its kind. A click edits it, dragging or Alt with an arrow key moves it, Delete
 * removes it.
 */
export function SegmentChip(props: ChipProps) {
  const { id, type, sample, place, count, open, panelId, state, onToggle, onRemove, onMove } = props;
  const t = useT();
  const { token } = theme.useToken();
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } = useSortable({ id });
  const kind = kindOf(type, t);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -place, End: count - 1 - place }[event.key];
    if (event.altKey && step !== undefined) {
      event.preventDefault();
      onMove(Math.max(0, Math.min(count - 1, place + step)));
    } else if (event.key === 'Delete') {
      event.preventDefault();
      onRemove();
    }
  };

  const edge = state === 'error' ? token.colorError : state === 'warning' ? token.colorWarning : token.colorBorder;
  const box: CSSProperties = {
    display: 'inline-flex',
    alignItems: 'stretch',
    maxWidth: '100%',
    border: `1px solid ${open && !state ? token.colorPrimary : edge}`,
    boxShadow: open ? `0 0 0 2px ${state ? token.colorErrorOutline : token.controlOutline}` : undefined,
    borderRadius: token.borderRadius,
    background: open ? token.colorPrimaryBg : token.colorBgContainer,
    transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined,
    transition,
    zIndex: isDragging ? 1 : undefined,
    position: 'relative',
  };
  return (
    <li ref={setNodeRef} style={box}>
      <button
        ref={setActivatorNodeRef}
        {...listeners}
        type="button"
        data-segment={id}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        aria-label={t('{{sample}} {{kind}}, part {{place}} of {{count}}', { kind, sample, place: place + 1, count })}
        aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Delete"
        onClick={onToggle}
        onKeyDown={onKeyDown}
        style={buttonStyle(token)}
      >
        <HolderOutlined aria-hidden style={{ color: token.colorTextTertiary }} />
        <span style={{ minWidth: 0 }}>
          <span style={sampleStyle(token)}>{sample || '\u00a0'}</span>{' '}
          <span style={{ display: 'block', fontSize: token.fontSizeSM, color: token.colorTextSecondary }}>{kind}</span>
        </span>
      </button>
      <Tooltip title={t('Remove')}>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined aria-hidden style={{ fontSize: 10 }} />}
          aria-label={t('Remove {{kind}} {{sample}}', { kind, sample })}
          onClick={onRemove}
          style={{ height: 'auto', width: 24, color: token.colorTextSecondary }}
        />
      </Tooltip>
    </li>
  );
}

type Token = ReturnType<typeof theme.useToken>['token'];

function buttonStyle(token: Token): CSSProperties {
  return {
    display: 'flex',
    alignItems: 'center',
    gap: token.paddingXS,
    padding: `${token.paddingXXS}px ${token.paddingXXS}px ${token.paddingXXS}px ${token.paddingXS}px`,
    minWidth: 0,
    border: 0,
    borderRadius: token.borderRadius,
    background: 'transparent',
    color: token.colorText,
    font: 'inherit',
    textAlign: 'start',
    cursor: 'grab',
    touchAction: 'none',
  };
}

function sampleStyle(token: Token): CSSProperties {
  return {
    display: 'block',
    fontFamily: token.fontFamilyCode,
    fontWeight: token.fontWeightStrong,
    whiteSpace: 'pre',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    maxWidth: 220,
  };
}
