import { ArrowLeftOutlined, ArrowRightOutlined, CloseOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Flex, Select, theme, Tooltip } from 'antd';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useT } from '../host/host';
import type { SegmentType } from './model/segments';
import { isKnownType, SEGMENT_TYPES } from './model/segments';
import { kindOf } from './segment-words';

interface SegmentPanelProps {
  id: string;
  type: string;
  place: number;
  count: number;
  /** A new part: its first input gets the focus. */
  fresh: boolean;
  onType: (type: SegmentType) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The part that is being edited, below the row: its kind, its place and its options. */
export function SegmentPanel(props: SegmentPanelProps) {
  const { id, type, place, count, fresh, onType, onMove, onRemove, onClose, children } = props;
  const t = useT();
  const { token } = theme.useToken();
  const body = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (fresh) body.current?.querySelector<HTMLElement>('input, textarea')?.focus();
  }, [fresh]);

  // Escape means this panel, not the dialog around it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
    onClose();
  };

  const options = SEGMENT_TYPES.map((value) => ({ value, label: kindOf(value, t) }));
  return (
    <section
      id={id}
      aria-label={t('Part {{place}} of {{count}}: {{kind}}', { place: place + 1, count, kind: kindOf(type, t) })}
      onKeyDown={onKeyDown}
      style={{
        border: `1px solid ${token.colorBorderSecondary}`,
        borderRadius: token.borderRadiusLG,
        background: token.colorBgContainer,
      }}
    >
      <Flex
        align="center"
        justify="end"
        wrap
        gap={token.marginXXS}
        style={{
          padding: `${token.paddingXS}px ${token.paddingXS}px ${token.paddingXS}px ${token.padding}px`,
          borderBottom: `1px solid ${token.colorBorderSecondary}`,
        }}
      >
        <Select
          aria-label={t('Kind of part')}
          value={type as SegmentType}
          options={isKnownType(type) ? options : [...options, { value: type as SegmentType, label: type }]}
          onChange={(next: SegmentType) => onType(next)}
          popupMatchSelectWidth={false}
          style={{ flex: '1 1 96px', maxWidth: 190, marginInlineEnd: 'auto' }}
        />
        <Flex gap={token.marginXXS}>
          <Tool
            label={t('Move left')}
            icon={<ArrowLeftOutlined />}
            disabled={place === 0}
            run={() => onMove(place - 1)}
          />
          <Tool
            label={t('Move right')}
            icon={<ArrowRightOutlined />}
            disabled={place === count - 1}
            run={() => onMove(place + 1)}
          />
          <Tool label={t('Remove this part')} icon={<DeleteOutlined />} run={onRemove} />
          <Tool label={t('Close')} icon={<CloseOutlined />} run={onClose} />
        </Flex>
      </Flex>
      <div ref={body} style={{ padding: token.padding }}>
        {children}
      </div>
    </section>
  );
}

function Tool(props: { label: string; icon: ReactNode; disabled?: boolean; run: () => void }) {
  return (
    <Tooltip title={props.label}>
      <Button type="text" icon={props.icon} aria-label={props.label} disabled={props.disabled} onClick={props.run} />
    </Tooltip>
  );
}
