import type { ClassicFieldDialogs, FieldInterfaceClass } from '@nocobase/client';
import { useRecord } from '@nocobase/client';
import type { ComponentType } from 'react';
import { attempt } from '../../client-v2/host/attempt';
import { watchRefusedSaves } from '../../client-v2/host/refused-saves';
import { createFormilyPatternEditor } from './FormilyPatternEditor';

const NAME = 'sequence';
const BUILT_IN_LOADED = 'plugin:field-sequence:loaded';
/** Options of the built-in dialog that the editor shows itself. */
const REPLACED = new Set(['patterns', 'unique', 'inputable', 'match', 'timezone']);

/**
 * Puts the pattern editor into the classic client's field dialog, in place of the built-in rules and what is around them.
 * Works whichever of the two plugins is loaded first.
 */
export function registerPatternEditor(app: ClassicFieldDialogs): void {
  watchRefusedSaves(app);
  const Editor = createFormilyPatternEditor(app, useCollectionAround);
  const manager = app.dataSourceManager.collectionFieldInterfaceManager;
  let own: unknown;
  const replace = () => {
    const present = manager.getFieldInterface(NAME);
    if (!present || present.constructor === own) return;
    const Own = withEditor(present.constructor as FieldInterfaceClass, Editor);
    own = Own;
    manager.addFieldInterfaces([Own]);
  };
  replace();
  app.eventBus.addEventListener(BUILT_IN_LOADED, () =>
    attempt('the pattern editor could not be put in place', replace),
  );
}

/** The interface as it is registered, with the editor among its options. */
function withEditor(Base: FieldInterfaceClass, Editor: ComponentType): FieldInterfaceClass {
  return class extends Base {
    constructor(manager: unknown) {
      super(manager);
      const kept = Object.entries(this.properties).filter(([name]) => !REPLACED.has(name));
      this.properties = {
        ...Object.fromEntries(kept),
        patterns: { 'x-component': Editor },
      };
    }
  };
}

function useCollectionAround(): string {
  const record = useRecord();
  return typeof record?.name === 'string' ? record.name : '';
}
