/** Typings of the parts of NocoBase 2.x's forms that this plugin draws in; see nocobase-clients.d.ts. */
declare module '@nocobase/client-v2' {
  import type { FormInstance } from 'antd';
  import type { ReactElement } from 'react';

  /** A field of a collection as the flow engine knows it. */
  export interface FlowCollectionField {
    name: string;
    type: string;
    title?: string;
    dataSourceKey: string;
    options: { patterns?: unknown; inputable?: boolean; foreignKey?: string };
    collection: {
      name: string;
      filterTargetKey?: string | string[];
      getFields(): FlowCollectionField[];
    };
  }

  export interface FlowFieldContext {
    collectionField?: FlowCollectionField;
    form?: FormInstance;
    /** The record of the form's block. */
    record?: unknown;
    fieldPathArray?: readonly (string | number)[];
    blockModel?: { context: { actionName?: string } };
  }

  /** A model that draws an input; forms give it `value`, `onChange` and `id` by its props. */
  export interface FlowFieldModel {
    parent?: unknown;
    context: FlowFieldContext;
    props: { id?: string; value?: unknown; onChange?: (value: unknown) => void };
    render: (this: FlowFieldModel) => ReactElement;
  }

  type ModelClass = new (...args: never[]) => object;
  export const InputFieldModel: ModelClass | undefined;
  export const FormItemModel: ModelClass | undefined;
  export const AssignFormItemModel: ModelClass | undefined;
  export const SubTableColumnModel: ModelClass | undefined;
  export const QuickEditFormModel: ModelClass | undefined;
}

declare module '@nocobase/client' {
  import type { ClientApplication } from '@nocobase/client-v2';
  import type { ComponentType, ReactNode } from 'react';

  /** A field of a collection as classic pages know it. */
  export interface ClassicCollectionField {
    name: string;
    type: string;
    collectionName?: string;
    foreignKey?: string;
    patterns?: unknown;
    inputable?: boolean;
  }

  export interface ClassicCollection {
    name: string;
    getField(name: string | number | undefined): ClassicCollectionField | undefined;
    getFields(): ClassicCollectionField[];
    getPrimaryKey(): string | undefined;
  }

  export interface ClassicApplication extends ClientApplication {
    /** By the names that page schemas use; the last one of a name wins. */
    addComponents(components: Record<string, ComponentType<never>>): void;
  }

  /** What Formily gives an input. */
  export interface ClassicInputProps {
    id?: string;
    value?: unknown;
    onChange?: (value: unknown) => void;
    placeholder?: string;
  }

  export const CollectionField: ComponentType<ClassicInputProps>;
  export const Input: ComponentType<ClassicInputProps>;

  export function useCollection(): ClassicCollection | undefined;
  export function useCollectionManager(): {
    /** `path` is collection.field. */
    getCollectionField(path: string | undefined): ClassicCollectionField | undefined;
    getCollection(name: string): ClassicCollection | undefined;
  };
  export function useFormBlockType(): { type?: 'create' | 'update' };
  export const SchemaComponentOptions: ComponentType<{
    components: Record<string, ComponentType<never>>;
    children?: ReactNode;
  }>;
}
