import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';

const SOURCES = resolve(__dirname, '../../src');
const LANGUAGES = ['en-US', 'fr-FR', 'vi-VN', 'zh-CN'];
/** The functions that translate their first argument. */
const TRANSLATORS = ['t', 'tExpr'];
/** The only place that translates a text it does not spell out: the translate function itself. */
const DYNAMIC_ALLOWED = ['client-v2/host/host.tsx'];

interface Texts {
  /** Spelled out in a translating call. */
  translated: Set<string>;
  /** Every string literal: a text may reach a translating call through a constant. */
  literals: Set<string>;
  /** Translating calls in the clients whose text is not spelled out, so that no test can see it. */
  dynamic: string[];
}

describe('locales', () => {
  const locales = new Map(LANGUAGES.map((language) => [language, readLocale(language)]));
  const texts = collectTexts();

  it('are complete for these languages', () => {
    const files = readdirSync(join(SOURCES, 'locale')).sort();
    expect(files).toEqual(LANGUAGES.map((language) => `${language}.json`));
  });

  it.each(LANGUAGES)('%s has every text of the sources', (language) => {
    const missing = [...texts.translated].filter((text) => !locales.get(language)?.[text]);
    expect(missing).toEqual([]);
  });

  it.each(LANGUAGES)('%s has no text that the sources do not use', (language) => {
    const unused = Object.keys(locales.get(language) ?? {}).filter((text) => !texts.literals.has(text));
    expect(unused).toEqual([]);
  });

  it.each(LANGUAGES)('%s is sorted and has the same keys as the others', (language) => {
    const keys = Object.keys(locales.get(language) ?? {});
    expect(keys).toEqual([...keys].sort());
    expect(keys).toEqual(Object.keys(locales.get('en-US') ?? {}));
  });

  it.each(LANGUAGES)('%s keeps the placeholders of every text', (language) => {
    const broken = Object.entries(locales.get(language) ?? {}).filter(
      ([text, translation]) => placeholders(text).join() !== placeholders(translation).join(),
    );
    expect(broken).toEqual([]);
  });

  it('takes the English text as its key', () => {
    const renamed = Object.entries(locales.get('en-US') ?? {}).filter(([text, translation]) => text !== translation);
    expect(renamed).toEqual([]);
  });

  it('finds every translated text of the clients spelled out', () => {
    expect(texts.dynamic).toEqual([]);
  });
});

function readLocale(language: string): Record<string, string> {
  return JSON.parse(readFileSync(join(SOURCES, 'locale', `${language}.json`), 'utf8')) as Record<string, string>;
}

function placeholders(text: string): string[] {
  return (text.match(/\{\{\s*\w+\s*\}\}/g) ?? []).sort();
}

function collectTexts(): Texts {
  const texts: Texts = { translated: new Set(), literals: new Set(), dynamic: [] };
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))) {
    const source = ts.createSourceFile(file, readFileSync(join(SOURCES, file), 'utf8'), ts.ScriptTarget.Latest);
    visit(source, file, texts);
  }
  return texts;
}

function visit(node: ts.Node, file: string, texts: Texts): void {
  if (ts.isStringLiteralLike(node)) texts.literals.add(node.text);
  if (ts.isCallExpression(node) && isTranslator(node.expression)) {
    const [text] = node.arguments;
    if (text && ts.isStringLiteralLike(text)) texts.translated.add(text.text);
    else if (file.startsWith('client') && !DYNAMIC_ALLOWED.includes(file)) texts.dynamic.push(file);
  }
  node.forEachChild((child) => visit(child, file, texts));
}

function isTranslator(callee: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && TRANSLATORS.includes(name.text);
}
