import { configure, screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { FakeServer, refusal } from './page';
import type { Answer } from './page';

// Working out what is hidden, for each of hundreds of elements and questions, takes most of the time here.
configure({ defaultHidden: true });

interface Part {
  type: string;
  options: Record<string, unknown>;
}

/** What the collections of the app look like to the editor. */
const COLLECTIONS = {
  data: [
    {
      name: 'orders',
      fields: [
        { name: 'id', type: 'snowflakeId', interface: 'snowflakeId', uiSchema: { title: 'ID' } },
        { name: 'code', type: 'sequence', interface: 'sequence', uiSchema: { title: 'Code' } },
        { name: 'createdAt', type: 'date', interface: 'createdAt', uiSchema: { title: 'Created at' } },
        { name: 'due', type: 'dateOnly', interface: 'date', uiSchema: { title: 'Due' } },
        { name: 'lines', type: 'hasMany', interface: 'o2m', target: 'lines', uiSchema: { title: 'Lines' } },
        { name: 'customer', type: 'belongsTo', interface: 'm2o', target: 'customers', uiSchema: { title: 'Customer' } },
      ],
    },
    {
      name: 'customers',
      fields: [{ name: 'code', type: 'string', interface: 'input', uiSchema: { title: 'Short code' } }],
    },
  ],
};

/** Writes the parts as the server would, with `next` as every counter's number; what else it says is in `more`. */
export function previewOf(patterns: Part[], next = 1, more: object = {}): object {
  const parts = patterns.map(({ type, options }, index) => ({ index, text: textOf(type, options, next) }));
  const text = (by: number) => patterns.map(({ type, options }) => textOf(type, options, next + by)).join('');
  return { data: { values: [text(0), text(1), text(2)], warnings: [], zone: 'Asia/Ho_Chi_Minh', parts, ...more } };
}

function textOf(type: string, options: Record<string, unknown>, number: number): string {
  if (type === 'string') return String(options.value);
  if (type === 'integer') return String(number).padStart(Number(options.digits), '0');
  return type === 'date' ? '2026' : '?';
}

/** A server that previews every pattern, and refuses an empty text as the real one does. */
export function editorServer(answers: Record<string, Answer> = {}): FakeServer {
  return new FakeServer({
    'collections:listMeta': COLLECTIONS,
    'sequences:duplicates': { data: { total: 0, duplicates: [] } },
    'sequences:preview': ({ data }) => {
      const { patterns } = data as { patterns: Part[] };
      const empty = patterns.findIndex(({ type, options }) => type === 'string' && options.value === '');
      if (empty >= 0) throw badPattern('The fixed text must not be empty.', `patterns[${empty}].options.value`);
      return previewOf(patterns);
    },
    ...answers,
  });
}

/** The refusal of a pattern, with the place that is wrong. */
export function badPattern(message: string, path: string): Error {
  const error = refusal(400, message) as Error & { response: { data: { errors: object[] } } };
  error.response.data.errors = [{ message, path, code: 'SEQUENCE_PATTERN_INVALID' }];
  return error;
}

/** The kinds of the parts in their order, as a screen reader names the chips. */
export function chipKinds(): string[] {
  return within(screen.getByRole('list', { name: 'Parts of the number' }))
    .getAllByRole('button', { name: /, part \d/ })
    .map(
      (element) =>
        /(Fixed text|Counter|Date|acme-check), part/.exec(element.getAttribute('aria-label') ?? '')?.[1] ?? '',
    );
}

export const chip = (name: RegExp) => screen.getByRole('button', { name });

/** Waits until the preview shows this as the next number. */
export async function nextNumber(text: string): Promise<void> {
  const place = await screen.findByTestId('next-number', undefined, { timeout: 5000 });
  await within(place).findByText(text, undefined, { timeout: 5000 });
}

/** Adds a part at the end. */
export async function addPart(user: UserEvent, kind: RegExp): Promise<void> {
  await user.click(screen.getByRole('button', { name: 'Add part' }));
  await user.click(await screen.findByRole('menuitem', { name: kind }));
}

/** Chooses in a select by its label, with the keyboard. */
export async function choose(user: UserEvent, label: string, option: string): Promise<void> {
  const select = screen.getByRole('combobox', { name: label });
  await user.click(select);
  const choices = await screen.findAllByText(option);
  await user.click(choices[choices.length - 1]);
}

/** The help and the errors that belong to an input. */
export function about(input: HTMLElement): string {
  return document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '';
}

/** An app's translate function whose texts are the English keys. */
export function translate(key: string, values?: Record<string, unknown>): string {
  return key.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name] ?? ''));
}
