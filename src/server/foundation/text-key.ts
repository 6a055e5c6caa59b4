/**
 * Marks an English text for translation: it is the key of its translations in src/locale. It is translated where it
 * meets a person (error-response.ts, actions), not here. A test finds every marked text in all languages.
 */
export const t = (text: string): string => text;
