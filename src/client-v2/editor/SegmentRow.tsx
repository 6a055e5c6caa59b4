import type { Announcements, DragEndEvent } from '@dnd-kit/core';
import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from '@dnd-kit/core';
import { rectSortingStrategy, SortableContext } from '@dnd-kit/sortable';
import { theme } from 'antd';
import type { ReactNode } from 'react';
import { useT } from '../host/host';
import type { ChipProps } from './SegmentChip';
import { SegmentChip } from './SegmentChip';

/** Moves are said by the editor itself, once they are done. */
const SILENT: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

export type Chip = Pick<ChipProps, 'id' | 'type' | 'sample' | 'state'>;

interface SegmentRowProps {
  chips: readonly Chip[];
  openId?: string;
  panelId: string;
  onToggle: (id: string) => void;
  onRemove: (index: number) => void;
  onMove: (from: number, to: number) => void;
  /** After the last chip. */
  children: ReactNode;
}

/** The parts of the number in a row, in their order. */
export function SegmentRow({ chips, openId, panelId, onToggle, onRemove, onMove, children }: SegmentRowProps) {
  const t = useT();
  const { token } = theme.useToken();
  // A click is no drag: the pointer has to go some way first.
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 6 } }));
  const ids = chips.map(({ id }) => id);

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over) onMove(ids.indexOf(String(active.id)), ids.indexOf(String(over.id)));
  };

  const accessibility = {
    announcements: SILENT,
    screenReaderInstructions: { draggable: t('Press Alt with the left or right arrow key to move a part.') },
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={accessibility}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: token.marginSM, alignItems: 'stretch' }}>
          {chips.length > 0 && (
            <ol aria-label={t('Parts of the number')} style={{ display: 'contents', listStyle: 'none' }}>
              {chips.map((chip, place) => (
                <SegmentChip
                  key={chip.id}
                  {...chip}
                  place={place}
                  count={chips.length}
                  open={chip.id === openId}
                  panelId={panelId}
                  onToggle={() => onToggle(chip.id)}
                  onRemove={() => onRemove(place)}
                  onMove={(to) => onMove(place, to)}
                />
              ))}
            </ol>
          )}
          {children}
        </div>
      </SortableContext>
    </DndContext>
  );
}
