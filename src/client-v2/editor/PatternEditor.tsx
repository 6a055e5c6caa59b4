import { Flex, theme } from 'antd';
import type { MutableRefObject } from 'react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ErrorText } from '../host/error-text';
import { useHost } from '../host/host';
import { useLoad } from '../host/use-load';
import { LiveChanges } from './LiveChanges';
import type { Choices } from './model/field-choices';
import { titleOfPath, valueChoices } from './model/field-choices';
import { refusals, signatureOf } from './model/findings';
import { ownWarnings } from './model/own-warnings';
import type { EditedField, SequenceRules } from './model/types';
import { FieldOptions } from './options/FieldOptions';
import { useDuplicates } from './options/use-duplicates';
import { PatternParts } from './PatternParts';
import { PreviewCard } from './PreviewCard';
import { TemplateSection } from './Templates';
import { useAppZone } from './use-app-zone';
import { useJudgement } from './use-judgement';
import { usePreview } from './use-preview';
import type { SaveGate } from './use-save-gate';
import { useSaveGate } from './use-save-gate';
import { useSegments } from './use-segments';

export interface PatternEditorProps {
  value: SequenceRules;
  onChange: (next: SequenceRules) => void;
  field: EditedField;
  /** The pattern as it is saved; empty for a new field. */
  saved: SequenceRules['patterns'];
  /** Filled with the question whether the rules may be saved; the form around asks it on submit. */
  gate: MutableRefObject<SaveGate | undefined>;
}

/** Everything about a field's numbers: the parts and their options, the numbers they give, and what saving would change. */
export function PatternEditor({ value, onChange, field, saved, gate }: PatternEditorProps) {
  const { t } = useHost();
  const { token } = theme.useToken();
  const { patterns } = value;
  const signature = signatureOf(value);
  const { choices, titleOf } = useChoices(field.collection);

  const segments = useSegments({ patterns, saved, onChange: (next) => onChange({ ...value, patterns: next }) });
  const state = usePreview(value, field);
  const appZone = useAppZone(value.timezone, state);
  const duplicates = useDuplicates(field, value.unique);
  const { fresh, preview, errors, samples } = useJudgement({ state, signature, ids: segments.ids, patterns });
  const [acceptedRules, setAcceptedRules] = useState<string>();
  const accepted = acceptedRules === signature;
  const { reason, saveErrors } = useSaveGate(gate, { state, signature, accepted, duplicates, segments });

  const wrong = [...errors, ...saveErrors, ...refusals(preview?.changes ?? [])];
  const warnings = [...(preview?.warnings ?? []), ...ownWarnings(value, titleOf, t)];
  return (
    <Flex
      vertical
      gap={token.marginMD}
      data-testid="pattern-editor"
      style={{ color: token.colorText, position: 'relative' }}
    >
      <Flex vertical gap={token.marginSM}>
        <TemplateSection
          choices={choices}
          initiallyOpen={!field.savedName}
          onStart={(template) => segments.start(template.patterns)}
        />
        <PreviewCard state={state} fresh={fresh} scope={scopeOf(value, titleOf)} />
        <PatternParts
          patterns={patterns}
          segments={segments}
          samples={samples}
          errors={wrong}
          warnings={warnings}
          preview={preview}
          choices={choices}
        />
      </Flex>
      {preview && fresh && state.errors.length === 0 && (
        <LiveChanges
          preview={preview}
          accepted={accepted}
          onAccept={(yes) => setAcceptedRules(yes ? signature : undefined)}
        />
      )}
      <FieldOptions
        rules={value}
        appZone={appZone}
        errors={wrong}
        warnings={warnings}
        duplicates={duplicates}
        onChange={(changes) => onChange({ ...value, ...changes })}
      />
      <HeldBack reason={reason} />
    </Flex>
  );
}

/** Why Submit did nothing, said and brought into view at once. */
function HeldBack({ reason }: { reason?: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (reason) place.current?.scrollIntoView?.({ block: 'nearest' });
  }, [reason]);
  return (
    <div ref={place} role="alert">
      {reason && <ErrorText>{reason}</ErrorText>}
    </div>
  );
}

/** The fields that the parts can refer to, and the title of each by its path. */
function useChoices(collection: string) {
  const { sequences, title } = useHost();
  const collections = useLoad(() => sequences.listCollections(), []).data;
  return useMemo(() => {
    const choices: Choices = { collections: collections ?? [], collection, title };
    const fields = valueChoices(choices);
    return { choices, titleOf: (path: string) => titleOfPath(path, fields) };
  }, [collections, collection, title]);
}

/** The titles of the fields by which the counters are kept apart. */
function scopeOf({ patterns }: SequenceRules, titleOf: (path: string) => string): string {
  const paths = patterns.flatMap(({ options }) => (Array.isArray(options.scope) ? (options.scope as string[]) : []));
  return [...new Set(paths)].map(titleOf).join(', ');
}
