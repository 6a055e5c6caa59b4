/** The package's name: the namespace of its texts, the key of its settings page and of its plugin card. */
export const PLUGIN_NAME = 'nocobase-plugin-sequence-outbox';

/** The permission an administrator needs to see the settings pages and to call their actions. */
export const ACL_SNIPPET = `pm.${PLUGIN_NAME}`;

/** A text the v1 host translates by itself when it draws a menu or a schema. */
export function tExpr(key: string): string {
  return `{{t(${JSON.stringify(key)}, ${JSON.stringify({ ns: PLUGIN_NAME })})}}`;
}
