import type { Field } from '@formily/core';
import { observer, useField, useForm } from '@formily/react';
import { toJS } from '@formily/reactive';
import type { ClientApplication } from '@nocobase/client-v2';
import type { ComponentType } from 'react';
import { useEffect, useRef } from 'react';
import { NEW_RULES, readRules } from '../../client-v2/editor/model/rules';
import type { SequenceRules } from '../../client-v2/editor/model/types';
import { PatternEditor } from '../../client-v2/editor/PatternEditor';
import type { SaveGate } from '../../client-v2/editor/use-save-gate';
import { useSavedField } from '../../client-v2/editor/use-saved-field';
import { createHost, HostProvider } from '../../client-v2/host/host';

/**
 * The pattern editor as the field `patterns` of the classic client's field dialog (a Formily form).
 * @param useCollection the name of the collection that the dialog adds a field to
 */
export function createFormilyPatternEditor(app: ClientApplication, useCollection: () => string): ComponentType {
  const RulesInput = observer(function RulesInput() {
    const form = useForm();
    const field = useField<Field>();
    const gate = useRef<SaveGate>();
    const around = useCollection();
    const values = toJS(form.values) as Record<string, unknown>;
    // A field that exists comes with its own names.
    const collection = typeof values.collectionName === 'string' ? values.collectionName : around;
    const known = useSavedField(collection, typeof values.key === 'string' && Boolean(values.collectionName), values);
    const change = ({ patterns, ...options }: SequenceRules) => {
      form.setValues(options);
      field.setValue(patterns);
    };

    const isNew = values.interface === 'sequence' && values.patterns === undefined;
    useEffect(() => {
      if (isNew) change(NEW_RULES);
    }, [isNew]);
    useEffect(() => {
      field.setValidator(async () => (await gate.current?.()) ?? '');
    }, [field]);

    return (
      <PatternEditor value={readRules(values)} onChange={change} field={known.field} saved={known.saved} gate={gate} />
    );
  });

  return function FormilyPatternEditor() {
    const host = useRef(createHost(app)).current;
    return (
      <HostProvider host={host}>
        <RulesInput />
      </HostProvider>
    );
  };
}
