import type { ClientApplication, FieldConfigureProps } from '@nocobase/client-v2';
import { Form } from 'antd';
import type { FormInstance } from 'antd';
import type { ComponentType, MutableRefObject } from 'react';
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
        {/* The editor says itself what is wrong, and where. */}
        <Form.Item name="patterns" hidden validateTrigger={false} rules={[{ validator: judge }]}>
          <Carrier />
        </Form.Item>
        <Form.Item>
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
  gate: MutableRefObject<SaveGate | undefined>;
  collection: string;
  exists: boolean;
}

function RulesInput({ form, gate, collection, exists }: RulesInputProps) {
  // Draws anew when one of the options changes.
  Form.useWatch((values: Record<string, unknown>) => JSON.stringify(readRules(values)), form);
  const values = form.getFieldsValue(true) as Record<string, unknown>;
  const { field, saved } = useSavedField(collection, exists, values);
  const change = (rules: SequenceRules) => form.setFieldsValue(rules);
  return <PatternEditor value={readRules(values)} onChange={change} field={field} saved={saved} gate={gate} />;
}
