import * as host from '@nocobase/client-v2';
import type { FlowFieldModel } from '@nocobase/client-v2';
import { Form } from 'antd';
import { cloneElement } from 'react';
import type { ReactElement } from 'react';
import { isStored, numberState } from './number-state';
import { fieldsOfPatterns, pickValues } from './pattern-fields';
import type { RecordNumber } from './RecordNumber';

/**
 * Draws numbers in the forms of modern pages (both clients). The platform's input model stays in charge and stays what
 * pages store, so existing pages have it at once and pages live on without this plugin. Does nothing on a host without
 * that model.
 */
export function drawNumbersInFlowForms(Component: RecordNumber): void {
  const prototype = host.InputFieldModel?.prototype as FlowFieldModel | undefined;
  if (typeof prototype?.render !== 'function') return;
  const render = prototype.render;
  prototype.render = function drawField(this: FlowFieldModel) {
    return isNumberOfForm(this) ? (
      <FlowNumber model={this} Component={Component} input={render.call(this)} />
    ) : (
      render.call(this)
    );
  };
}

/** false in filters, default values and assignments, where people type what they look for or set. */
function isNumberOfForm(model: FlowFieldModel): boolean {
  const { collectionField } = model.context;
  if (collectionField?.type !== 'sequence' || collectionField.dataSourceKey !== 'main') return false;
  const parent = model.parent;
  if (isOne(parent, host.AssignFormItemModel) || !model.context.form) return false;
  return [host.FormItemModel, host.SubTableColumnModel, host.QuickEditFormModel].some((kind) => isOne(parent, kind));
}

function isOne(model: unknown, kind: unknown): boolean {
  return typeof kind === 'function' && model instanceof kind;
}

function FlowNumber(props: { model: FlowFieldModel; Component: RecordNumber; input: ReactElement }) {
  const { model, Component, input } = props;
  const { context } = model;
  const field = context.collectionField!;
  const { options } = field;
  const path = pathOf(model);
  const row = path.slice(0, -1);
  const names = fieldsOfPatterns(options.patterns, fieldFacts(field.collection));
  const rowValues = (values: unknown) => row.reduce<unknown>((value, part) => childOf(value, part), values);
  const values = Form.useWatch((all: unknown) => JSON.stringify(pickValues(rowValues(all), names)), {
    form: context.form,
    preserve: true,
  });
  const record = row.length ? rowValues(context.form!.getFieldsValue(true)) : storedRecord(model);

  return (
    <Component
      state={numberState(options, isStored(record, field.collection.filterTargetKey))}
      collection={field.collection.name}
      field={field.name}
      values={values ? (JSON.parse(values) as Record<string, unknown>) : {}}
      isAlone={!row.some((part) => typeof part === 'number')}
      id={model.props.id}
      label={field.title}
      value={model.props.value}
      onClear={() => model.props.onChange?.(null)}
      drawInput={(placeholder) => (placeholder ? cloneElement(input, { placeholder }) : input)}
    />
  );
}

/** Where the number stands in the form's values. */
function pathOf(model: FlowFieldModel): readonly (string | number)[] {
  const { fieldPathArray, collectionField } = model.context;
  return fieldPathArray?.length ? fieldPathArray : [collectionField!.name];
}

/** The record that a form edits; undefined in a form that adds one. */
function storedRecord({ context }: FlowFieldModel): unknown {
  return context.blockModel?.context.actionName === 'create' ? undefined : context.record;
}

function fieldFacts(collection: { getFields(): { name: string; options: { foreignKey?: string } }[] }) {
  return collection.getFields().map(({ name, options }) => ({ name, foreignKey: options.foreignKey }));
}

function childOf(value: unknown, part: string | number): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[part] : undefined;
}
