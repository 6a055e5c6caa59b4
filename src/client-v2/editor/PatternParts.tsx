import { useId, useRef, useState } from 'react';
import type { Finding } from '../api/finding-types';
import type { Preview } from '../api/preview-types';
import { useT } from '../host/host';
import { AddSegment } from './AddSegment';
import { Findings } from './Labelled';
import type { Choices } from './model/field-choices';
import { findingsOfPart, findingsOfWhole } from './model/findings';
import type { SegmentOption } from './model/types';
import { SegmentPanel } from './SegmentPanel';
import { SegmentRow } from './SegmentRow';
import { kindOf } from './segment-words';
import { Part } from './segments/Part';
import type { Segments } from './use-segments';

interface PatternPartsProps {
  patterns: readonly SegmentOption[];
  segments: Segments;
  /** What each part gives. */
  samples: readonly string[];
  errors: readonly Finding[];
  warnings: readonly Finding[];
  preview?: Preview;
  choices: Choices;
}

/** The row of parts, the part that is being edited below it, and what is wrong with the pattern as a whole. */
export function PatternParts({ patterns, segments, samples, errors, warnings, preview, choices }: PatternPartsProps) {
  const t = useT();
  const panelId = useId();
  const [said, say] = useState('');
  const addButton = useRef<HTMLButtonElement>(null);
  const nameOf = (index: number) => `${kindOf(patterns[index].type, t)} ${samples[index]}`;

  const move = (from: number, to: number) => {
    segments.move(from, to);
    const part = nameOf(from);
    say(t('{{part}} moved to place {{place}} of {{count}}', { part, place: to + 1, count: patterns.length }));
  };
  const remove = (index: number) => {
    say(t('{{part}} removed', { part: nameOf(index) }));
    segments.remove(index);
    addButton.current?.focus();
  };
  const chips = patterns.map(({ type }, index) => ({
    id: segments.ids[index],
    type,
    sample: samples[index],
    state: stateOf(findingsOfPart(errors, index), findingsOfPart(warnings, index)),
  }));
  const open = segments.openId === undefined ? -1 : segments.ids.indexOf(segments.openId);
  return (
    <>
      <SegmentRow
        chips={chips}
        openId={segments.openId}
        panelId={panelId}
        onToggle={segments.toggle}
        onRemove={remove}
        onMove={move}
      >
        <AddSegment buttonRef={addButton} onAdd={segments.add} />
      </SegmentRow>
      {open >= 0 && (
        <SegmentPanel
          key={segments.openId}
          id={panelId}
          type={patterns[open].type}
          place={open}
          count={patterns.length}
          fresh={segments.addedId === segments.openId}
          onType={(type) => segments.changeType(open, type)}
          onMove={(to) => move(open, to)}
          onRemove={() => remove(open)}
          onClose={segments.close}
        >
          <Part
            segment={patterns[open]}
            index={open}
            onOptions={(changes) => segments.setOptions(open, changes)}
            errors={findingsOfPart(errors, open)}
            warnings={findingsOfPart(warnings, open)}
            preview={preview}
            choices={choices}
          />
        </SegmentPanel>
      )}
      <Findings
        errors={findingsOfWhole(errors, patterns.length)}
        warnings={findingsOfWhole(warnings, patterns.length)}
      />
      <div role="status" style={HIDDEN}>
        {said}
      </div>
    </>
  );
}

/** There for screen readers only. */
const HIDDEN = { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' } as const;

function stateOf(errors: readonly Finding[], warnings: readonly Finding[]): 'error' | 'warning' | undefined {
  if (errors.length > 0) return 'error';
  return warnings.length > 0 ? 'warning' : undefined;
}
