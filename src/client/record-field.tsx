import {
  CollectionField,
  Input,
  SchemaComponentOptions,
  useCollection,
  useCollectionManager,
  useFormBlockType,
} from '@nocobase/client';
import type { ClassicApplication, ClassicCollectionField, ClassicInputProps as InputProps } from '@nocobase/client';
import type { Field as FormilyField } from '@formily/core';
import { observer, useField, useFieldSchema, useForm } from '@formily/react';
import { isStored, numberState } from '../client-v2/record/number-state';
import { fieldsOfPatterns, pickValues } from '../client-v2/record/pattern-fields';
import type { RecordNumber } from '../client-v2/record/RecordNumber';

/** The input that the fields of sequences have stored as theirs, and the name an older one might have. */
const STORED_INPUTS = ['Input', 'Sequence'];

/**
 * Draws numbers in the forms of classic pages: within such a field the platform's input is replaced by ours. What pages
 * and fields store stays as it is, so existing ones have it at once and live on without this plugin. Filters have their
 * own field component and are left alone, as is a field shown as text.
 */
export function drawNumbersInClassicForms(app: ClassicApplication, Component: RecordNumber): void {
  if (!CollectionField || !Input) return;
  const NumberInput = createNumberInput(Component);
  const components = Object.fromEntries(STORED_INPUTS.map((name) => [name, NumberInput]));

  const FieldOrNumber = (props: InputProps) => {
    if (useCollectionField()?.type !== 'sequence') return <CollectionField {...props} />;
    return (
      <SchemaComponentOptions components={components}>
        <CollectionField {...props} />
      </SchemaComponentOptions>
    );
  };
  FieldOrNumber.displayName = 'CollectionField';
  app.addComponents({ CollectionField: FieldOrNumber });
}

function createNumberInput(Component: RecordNumber) {
  return observer(function NumberInput(props: InputProps) {
    const formilyField = useField<FormilyField>();
    const { readPretty, path } = formilyField;
    const title: unknown = formilyField.title;
    const form = useForm();
    const block = useFormBlockType();
    const field = useCollectionField();
    const collection = useCollectionManager().getCollection(field?.collectionName ?? '') ?? useCollection();
    if (!field || !collection || readPretty) return <Input {...props} />;

    const row = path.parent();
    const record: unknown = row.length ? form.getValuesIn(row) : form.values;
    const stored = (!row.length && block.type === 'update') || isStored(record, collection.getPrimaryKey());
    return (
      <Component
        state={numberState(field, stored)}
        collection={collection.name}
        field={field.name}
        values={pickValues(record, fieldsOfPatterns(field.patterns, collection.getFields()))}
        isAlone={!row.segments.some((part) => /^\d+$/.test(String(part)))}
        id={props.id}
        label={typeof title === 'string' ? title : undefined}
        value={props.value}
        onClear={() => props.onChange?.(undefined)}
        drawInput={(placeholder) => <Input {...props} placeholder={placeholder ?? props.placeholder} />}
      />
    );
  });
}

/** The collection field that the place in the page is about, found as the platform's field component finds it. */
function useCollectionField(): ClassicCollectionField | undefined {
  const schema = useFieldSchema() as { name?: string | number; 'x-collection-field'?: string };
  const collection = useCollection();
  const manager = useCollectionManager();
  return manager?.getCollectionField(schema?.['x-collection-field']) ?? collection?.getField(schema?.name);
}
