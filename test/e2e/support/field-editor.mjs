import assert from 'node:assert/strict';

/**
 * Adds a sequence field in the field dialog, which is the same to the eye in both clients: a fixed text, then a number
 * of four digits that starts at 1 (what the editor offers).
 * @param {import('playwright-core').Page} page the list of a data source's collections
 * @param {{collection: string, title: string, name: string, prefix: string, filled?: () => Promise<void>}} field
 *   `filled` is called before it is saved
 */
export async function addSequenceField(page, { collection, title, name, prefix, filled }) {
  await openFields(page, collection);
  const editor = await openNewField(page);
  await nameField(editor, { title, name });
  await addPart(page, editor, 'Fixed text');
  await editor.getByRole('textbox', { name: 'Text', exact: true }).fill(prefix);
  await editor.getByRole('button', { name: 'Move left' }).click();
  await nextNumber(editor, `${prefix}0001`);
  await filled?.();
  await submitField(page, editor);
  await page.getByRole('cell', { name, exact: true }).waitFor();
}

/** Opens the fields of a collection from the list of collections. */
export async function openFields(page, collection) {
  await page.getByRole('row').filter({ hasText: collection }).getByText('Configure fields').click();
}

/** The dialog of a new sequence field, with a preview in it. */
export async function openNewField(page) {
  await page.getByRole('button', { name: 'Add field' }).last().hover();
  await page.getByRole('menuitem', { name: 'Sequence', exact: true }).click();
  return editorOf(page);
}

/** The dialog of a field that exists, by its name. */
export async function openField(page, name) {
  const row = page.getByRole('row').filter({ has: page.getByRole('cell', { name, exact: true }) });
  await row.getByText('Edit', { exact: true }).click();
  return editorOf(page);
}

async function editorOf(page) {
  const editor = page
    .getByRole('dialog')
    .filter({ has: page.getByText('Number pattern') })
    .last();
  await editor.getByTestId('next-number').waitFor();
  return editor;
}

/** Fills in what the platform itself asks of every new field. */
export async function nameField(editor, { title, name }) {
  await editor.getByRole('textbox').nth(0).fill(title);
  await editor.getByRole('textbox').nth(1).fill(name);
}

/** Adds a part at the end, by the name of its kind; it is then open. */
export async function addPart(page, editor, kind) {
  await editor.getByRole('button', { name: 'Add part' }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^${kind}`) }).click();
}

/** Waits until the preview shows this as the next number. */
export async function nextNumber(editor, text) {
  await editor.getByTestId('next-number').getByText(text, { exact: true }).waitFor();
}

/** Presses Submit and waits for the dialog to close. */
export async function submitField(page, editor) {
  const saved = page.waitForResponse((response) => /fields:(create|update)/.test(response.url()));
  await editor.getByRole('button', { name: 'Submit' }).click();
  const response = await saved;
  assert.equal(response.status(), 200, await response.text());
  await editor.waitFor({ state: 'hidden' });
}
