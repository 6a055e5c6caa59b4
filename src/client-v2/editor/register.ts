import type { ModernFieldDialogs } from '@nocobase/client-v2';
import { watchRefusedSaves } from '../host/refused-saves';
import { createFormPatternEditor } from './FormPatternEditor';
import { NEW_RULES } from './model/rules';

/** Puts the pattern editor into the modern client's field dialog, in place of the built-in rules and what is around them. */
export function registerPatternEditor(app: ModernFieldDialogs): void {
  watchRefusedSaves(app);
  app.dataSourceManager.collectionFieldInterfaceManager.registerFieldInterfaceConfigure({
    name: 'sequence',
    items: [
      { name: 'unique', hidden: true, defaultValue: NEW_RULES.unique },
      {
        name: 'patterns',
        required: false,
        defaultValue: NEW_RULES.patterns,
        Component: createFormPatternEditor(app),
      },
      { name: 'inputable', hidden: true },
      { name: 'match', hidden: true },
    ],
  });
}
