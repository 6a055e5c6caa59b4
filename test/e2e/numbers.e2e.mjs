/**
 * From a new collection to numbered records in a real browser, as users go: sequence fields made with the platform's
 * own editors, then two people who save the platform's form at the same moment, one in each client.
 * Only the page with the form, the second user and the plain fields are made over the API.
 * Run: node --test test/e2e/numbers.e2e.mjs   (E2E_BASE_URL: an app that runs already; CHROMIUM: the browser)
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { Api } from './support/api.mjs';
import { launch, openPage, reasonToSkip, signIn, takePicture } from './support/browser.mjs';
import { openDemo } from './support/demo.mjs';
import { Desk } from './support/desk.mjs';
import { addSequenceField } from './support/field-editor.mjs';
import { stepByStep } from './support/steps.mjs';

const COLLECTION = 'e2e_tickets';
const TITLE = 'E2E tickets';
const COLLECTIONS_PAGE = 'admin/settings/data-source-manager/main/collections';
const SEQUENCES_PAGE = 'admin/settings/nocobase-plugin-sequence-outbox';
const CLERK = { account: 'e2e_clerk@example.com', password: 'e2e-clerk-1' };
const ROUNDS = 6;
const FIELDS = [
  { name: 'name', title: 'Name' },
  { name: 'number', title: 'Number' },
  { name: 'modern', title: 'Modern number' },
];
const REQUIRED = { name: 'approval', title: 'Approval number' };

describe('numbered records', { skip: reasonToSkip() }, () => {
  let demo;
  let browser;
  let api;
  let desk;
  /** The administrator in the classic client and the clerk in the modern one. */
  let people = [];

  const [admin, clerk] = [() => people[0].page, () => people[1].page];
  const eachPerson = (action) => Promise.all(people.map(action));
  const picture = (name) => eachPerson(({ page, client }) => takePicture(page, `numbers-${client}-${name}`));
  const step = stepByStep(() => picture('failed'));
  const open = (address) => eachPerson(({ page, prefix }) => page.goto(`${demo.url}${prefix}${address}`));

  const input = (page) => page.getByRole('textbox').first();
  const fill = (page, name) => input(page).fill(name);
  /** Presses Submit, waits for a fresh form and for the record in the table, and answers the record. */
  const submit = async (page) => {
    const filled = await input(page).elementHandle();
    const [response] = await Promise.all([
      page.waitForResponse((answer) => answer.url().includes(`${COLLECTION}:create`)),
      page.getByRole('button', { name: 'Submit' }).click(),
    ]);
    assert.equal(response.status(), 200, await response.text());
    const { data } = await response.json();
    await filled.waitForElementState('hidden');
    await page.getByRole('cell', { name: data.number, exact: true }).waitFor();
    return data;
  };
  /** The numbers that the table shows, of a fixed text, when all `count` are there. */
  const shown = async (page, prefix, count) => {
    const cells = page.getByRole('cell', { name: new RegExp(`^${prefix}`) });
    await cells.nth(count - 1).waitFor();
    return (await cells.allInnerTexts()).map((text) => text.trim()).sort();
  };

  const cleanUp = async () => {
    await desk.drop();
    await api.dropCollection(COLLECTION);
    const users = await api.call(`users:list?filter=${JSON.stringify({ email: CLERK.account })}`);
    for (const { id } of users) await api.call(`users:destroy?filterByTk=${id}`, {});
  };

  before(async () => {
    demo = await openDemo();
    api = new Api(demo.url);
    await api.signIn();
    desk = new Desk(api, { uid: 'e2e_ticket_desk', title: 'E2E ticket desk', collection: COLLECTION });
    await cleanUp();
    await api.call('users:create', {
      nickname: 'E2E clerk',
      username: 'e2e_clerk',
      email: CLERK.account,
      password: CLERK.password,
      roles: ['admin'],
    });
    browser = await launch();
    people = [
      { ...(await openPage(browser)), client: 'classic', prefix: '/' },
      { ...(await openPage(browser)), client: 'modern', prefix: '/v/' },
    ];
  });

  after(async () => {
    try {
      await browser?.close();
      if (desk) await cleanUp();
    } finally {
      await demo?.stop();
    }
  });

  step('a collection is made in the classic client', async () => {
    const page = admin();
    await signIn(page, `${demo.url}/signin`);
    await page.goto(`${demo.url}/${COLLECTIONS_PAGE}?type=main`);
    await page.getByRole('button', { name: 'Create collection' }).hover();
    await page.getByRole('menuitem', { name: 'General collection' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').nth(0).fill(TITLE);
    await dialog.getByRole('textbox').nth(1).fill(COLLECTION);
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('cell', { name: COLLECTION, exact: true }).waitFor();
    await api.call(`collections/${COLLECTION}/fields:create`, {
      name: 'name',
      type: 'string',
      interface: 'input',
      uiSchema: { title: 'Name', type: 'string', 'x-component': 'Input' },
    });
  });

  step('a sequence field is added with the classic editor', async () => {
    await addSequenceField(admin(), {
      collection: TITLE,
      title: 'Number',
      name: 'number',
      prefix: 'TK-',
      filled: () => takePicture(admin(), 'numbers-classic-editor'),
    });
  });

  step('another one is added with the modern editor', async () => {
    await signIn(clerk(), `${demo.url}/v/signin`, CLERK);
    await clerk().goto(`${demo.url}/v/${COLLECTIONS_PAGE}`);
    await addSequenceField(clerk(), {
      collection: TITLE,
      title: 'Modern number',
      name: 'modern',
      prefix: 'MO-',
      filled: () => takePicture(clerk(), 'numbers-modern-editor'),
    });
    await takePicture(clerk(), 'numbers-modern-fields');
  });

  step('two people submit at the same moment, several times', async () => {
    await desk.make(FIELDS);
    await open(`admin/${desk.uid}`);
    const bothSent = meetingOf(people.length);
    const saves = `**/${COLLECTION}:create*`;
    await eachPerson(({ page }) => page.route(saves, (route) => bothSent().then(() => route.continue())));
    for (let round = 1; round <= ROUNDS; round++) {
      await eachPerson(({ page, client }) => fill(page, `${client} ${round}`));
      const records = await eachPerson(({ page }) => submit(page));
      assert.deepEqual(
        records.map(({ name }) => name),
        [`classic ${round}`, `modern ${round}`],
      );
    }
    await eachPerson(({ page }) => page.unroute(saves));
  });

  step('both see distinct numbers without a hole in the table', async () => {
    const count = 2 * ROUNDS;
    await open(`admin/${desk.uid}`);
    for (const { page } of people) {
      assert.deepEqual(await shown(page, 'TK-', count), numbers('TK-', count));
      assert.deepEqual(await shown(page, 'MO-', count), numbers('MO-', count));
    }
    await picture('table');
  });

  step('a required number that nobody may type does not stop the form', async () => {
    await api.call(`collections/${COLLECTION}/fields:create`, {
      name: REQUIRED.name,
      type: 'sequence',
      interface: 'sequence',
      inputable: false,
      uiSchema: { title: REQUIRED.title, type: 'string', 'x-component': 'Input', required: true },
      validation: { type: 'string', rules: [{ key: 'needed', name: 'required' }] },
      patterns: [
        { type: 'string', options: { value: 'AP-' } },
        { type: 'integer', options: { digits: 4, start: 1, key: 1 } },
      ],
    });
    await desk.make([...FIELDS, REQUIRED]);
    for (const [index, { page, client, prefix }] of people.entries()) {
      await page.goto(`${demo.url}${prefix}admin/${desk.uid}`);
      await page.getByText(REQUIRED.title).last().waitFor();
      await fill(page, `${client}, required`);
      assert.equal((await submit(page))[REQUIRED.name], `AP-000${index + 1}`);
    }
    await open(`admin/${desk.uid}`);
    for (const { page } of people) assert.deepEqual(await shown(page, 'AP-', 2), numbers('AP-', 2));
    await eachPerson(({ page }) => page.getByRole('button', { name: 'Submit' }).scrollIntoViewIfNeeded());
    await picture('required');
  });

  step('the Sequences page shows the next numbers', async () => {
    await open(SEQUENCES_PAGE);
    const saved = 2 * ROUNDS + people.length;
    const next = { Number: saved + 1, 'Modern number': saved + 1, [REQUIRED.title]: people.length + 1 };
    for (const { page } of people) {
      await page.getByRole('textbox', { name: 'Search counters' }).fill(TITLE);
      for (const [title, number] of Object.entries(next)) {
        const details = page.getByRole('button', { name: `Details of ${TITLE} / ${title}` });
        const row = page.getByRole('row').filter({ has: details });
        await row.getByRole('cell', { name: String(number), exact: true }).waitFor();
      }
    }
    await picture('counters');
  });

  step('no script has thrown an error on the pages', () => {
    assert.deepEqual(
      people.flatMap(({ errors }) => errors),
      [],
    );
  });
});

/** The first `count` numbers after a fixed text. */
function numbers(prefix, count) {
  return Array.from({ length: count }, (_, index) => `${prefix}${String(index + 1).padStart(4, '0')}`);
}

/** A place where everybody waits until `count` have come; then it is free for the next meeting. */
function meetingOf(count) {
  let waiting = [];
  return () =>
    new Promise((leave) => {
      waiting.push(leave);
      if (waiting.length < count) return;
      for (const each of waiting) each();
      waiting = [];
    });
}
