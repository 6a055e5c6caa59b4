import assert from 'node:assert/strict';

/**
 * Adds a sequence field with the platform's own editor, which is the same to the eye in both clients: a fixed text,
 * then a number of four digits that starts at 1 (what the editor offers).
 * @param {import('playwright-core').Page} page the list of a data source's collections
 * @param {{collection: string, title: string, name: string, prefix: string, filled?: () => Promise<void>}} field
 *   `filled` is called before it is saved
 */
export async function addSequenceField(page, { collection, title, name, prefix, filled }) {
  await page.getByRole('row').filter({ hasText: collection }).getByText('Configure fields').click();
  await page.getByRole('button', { name: 'Add field' }).last().hover();
  await page.getByRole('menuitem', { name: 'Sequence', exact: true }).click();

  const editor = page
    .getByRole('dialog')
    .filter({ has: page.getByText('Sequence rules') })
    .last();
  await editor.getByRole('textbox').nth(0).fill(title);
  await editor.getByRole('textbox').nth(1).fill(name);
  const rules = editor.getByRole('row').filter({ has: page.getByRole('button', { name: 'Configure' }) });
  await enoughRules(editor, rules);
  await rules.nth(0).locator('.ant-select').click();
  await page.getByTitle('Fixed text').click();
  await rules.nth(0).getByRole('button', { name: 'Configure' }).click();
  const text = page
    .getByRole('dialog')
    .filter({ has: page.getByText('Text content'), hasNotText: 'Sequence rules' })
    .last();
  await text.getByRole('textbox').fill(prefix);
  await text.getByRole('button', { name: 'Submit' }).click();
  await text.waitFor({ state: 'hidden' });
  await rules.nth(0).getByText(prefix).waitFor();
  await filled?.();

  const saved = page.waitForResponse((response) => /fields:create/.test(response.url()));
  await editor.getByRole('button', { name: 'Submit' }).click();
  assert.equal((await saved).status(), 200);
  await editor.waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name, exact: true }).waitFor();
}

/** The modern editor starts with a rule, the classic one with none. */
async function enoughRules(editor, rules) {
  await editor.getByRole('button', { name: 'Add rule' }).click();
  await rules.nth(0).waitFor();
  if ((await rules.count()) < 2) await editor.getByRole('button', { name: 'Add rule' }).click();
  await rules.nth(1).waitFor();
}
