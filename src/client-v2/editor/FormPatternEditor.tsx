import type { ClientApplication, FieldConfigureProps } from '@nocobase/client-v2';
import { Form } from 'antd';
import type { FormInstance } from 'antd';
import type { ComponentType } from 'react';
import { useRef } from 'react';
import { createHost, HostProvider } from '../host/host';
import { readRules } from './model/rules';
import type { SequenceRules } from './model/types';
import { PatternEditor } from './PatternEditor';
import type { SaveGate } from './use-save-gate';
import { useSavedField } from './use-saved-field';

/** The options that the editor edits beside the pattern. */
const AROUND = ['timezone', 'unique', 'inputable', 'match'] as const;

/** The pattern editor as an item of the modern client's field dialog (an antd form). */
export function createFormPatternEditor(app: ClientApplication): ComponentType<FieldConfigureProps> {
  return function FormPatternEditor({ form, mode, collection }) {
    const host = useRef(createHost(app)).current;
    const gate = useRef<SaveGate>();
    const judge = async () => {
      const reason = await gate.current?.();
      if (reason) throw new Error(reason);
    };
    return (
      <HostProvider host={host}>
        {AROUND.map((name) => (
          <Form.Item key={name} name={name} hidden>
            <Carrier />
          </Form.Item>
        ))}
        <Form.Item name="patterns" validateTrigger={false} rules={[{ validator: judge }]}>
          <RulesInput form={form} gate={gate} collection={collection.name} exists={mode === 'edit'} />
        </Form.Item>
      </HostProvider>
    );
  };
}

/** Makes an option one of the form's, so that it is sent with the others. */
function Carrier() {
  return null;
}

interface RulesInputProps {
  form: FormInstance;
  gate: React.MutableRefObject<SaveGate | undefined>;
  collection: string;
  exists: boolean;
  /** Given by the form item. */
  value?: unknown;
  onChange?: (patterns: unknown) => void;
}

function RulesInput({ form, gate, collection, exists, value, onChange }: RulesInputProps) {
  // Draws anew when an option around the pattern changes.
  Form.useWatch((values: Record<string, unknown>) => AROUND.map((name) => String(values[name])).join(), form);
  const values = { ...(form.getFieldsValue(true) as Record<string, unknown>), patterns: value };
  const { field, saved } = useSavedField(collection, exists, values);
  const change = ({ patterns, ...around }: SequenceRules) => {
    form.setFieldsValue(around);
    onChange?.(patterns);
  };
  return (
    <PatternEditor
      value={readRules(values)}
      onChange={change}
      field={field}
      saved={saved}
      gate={gate}
      onReconsider={() => form.setFields([{ name: 'patterns', errors: [] }])}
    />
  );
}
