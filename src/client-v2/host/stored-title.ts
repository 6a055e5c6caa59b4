const TEMPLATE = /\{\{\s*t\(\s*["'](.*?)["'].*?\)\s*\}\}/g;
const NAMESPACE = /\bns["']?\s*:\s*["'](.*?)["']/;

/**
 * A title as the platform stores it, in words: `{{t("Users")}}` and `{{t("Users", {"ns": "x"})}}` are translated, any
 * other text is taken as it is.
 */
export function readStoredTitle(title: string, translate: (key: string, namespace?: string) => string): string {
  return title.replace(TEMPLATE, (template, key: string) => translate(key, NAMESPACE.exec(template)?.[1]));
}
