/** Typings of what the pattern editor uses of the two clients' field dialogs. */
declare module '@nocobase/client-v2' {
  import type { FormInstance } from 'antd';
  import type { ComponentType } from 'react';

  /** What a field dialog hands to the component of one of its items. */
  export interface FieldConfigureProps {
    form: FormInstance;
    mode: 'create' | 'edit';
    collection: { name: string };
  }

  /** One option of a field in its dialog; options of the same name are merged, the later one wins. */
  export interface FieldConfigureItem {
    name: string;
    hidden?: boolean;
    required?: boolean;
    defaultValue?: unknown;
    Component?: ComponentType<FieldConfigureProps>;
  }

  /** The app with its field dialogs. */
  export interface ModernFieldDialogs extends ClientApplication {
    dataSourceManager: {
      collectionFieldInterfaceManager: {
        registerFieldInterfaceConfigure(configure: { name: string; items: FieldConfigureItem[] }): void;
      };
    };
  }
}

declare module '@nocobase/client' {
  import type { ClientApplication } from '@nocobase/client-v2';

  /** A kind of field as the dialogs know it; `properties` is the Formily schema of its options. */
  export interface FieldInterface {
    name: string;
    properties: Record<string, unknown>;
  }

  export type FieldInterfaceClass = new (manager: unknown) => FieldInterface;

  /** The app with its field dialogs. */
  export interface ClassicFieldDialogs extends ClientApplication {
    dataSourceManager: {
      collectionFieldInterfaceManager: {
        getFieldInterface(name: string): FieldInterface | undefined;
        /** Of two with one name the later one wins. */
        addFieldInterfaces(interfaces: FieldInterfaceClass[]): void;
      };
    };
    /** `plugin:<name>:loaded` tells that a plugin's `load()` has run. */
    eventBus: EventTarget;
  }

  /** The record around: in the field dialogs the collection (a new field) or the field (an existing one). */
  export function useRecord(): Record<string, unknown>;
}
