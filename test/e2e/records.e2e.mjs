/**
 * Numbers in forms, tables, calendars and pickers, in a real browser, on classic and modern pages of both clients.
 * Run: node --test test/e2e/records.e2e.mjs   (E2E_BASE_URL: an app that runs already; CHROMIUM: the browser)
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { reasonToSkip, signIn, takePicture } from './support/browser.mjs';
import { FormOnPage, makeRecordPage } from './support/record-desk.mjs';
import { stage } from './support/stage.mjs';
import { stepByStep } from './support/steps.mjs';
import { Tickets } from './support/tickets.mjs';

const LANES = [
  { id: 'classic', name: 'a classic page of the classic client', prefix: '/', kind: 'classic' },
  { id: 'admin', name: 'a modern page of the classic client', prefix: '/', kind: 'modern' },
  { id: 'v2', name: 'a modern page of the modern client', prefix: '/v/', kind: 'modern' },
];

describe('numbers of records', { skip: reasonToSkip() }, () => {
  const app = stage();

  for (const lane of LANES) {
    describe(`on ${lane.name}`, () => {
      let data;
      let place;
      let page;
      let errors;

      const step = stepByStep(() => picture('failed'));
      const picture = (name) => takePicture(page, `records-${lane.id}-${name}`);
      const formOf = (target, label) => new FormOnPage(target.locator('form').filter({ hasText: label }).first());
      const drawer = () => new FormOnPage(page.locator('.ant-drawer form, .ant-drawer-content form').last());
      const row = (text) => page.locator('tr').filter({ hasText: text });
      const shows = async (input, value) => {
        await page.waitForFunction(([element, text]) => element.value === text, [await input.elementHandle(), value]);
      };
      const openAgain = () => page.goto(`${app.url}${lane.prefix}admin/${place.uid}`);
      const visit = async () => {
        const person = await app.openPage();
        await signIn(person.page, `${app.url}${lane.prefix}signin`);
        await person.page.goto(`${app.url}${lane.prefix}admin/${place.uid}`);
        await formOf(person.page, 'Serial').input('Name').waitFor();
        return person;
      };

      before(async () => {
        data = new Tickets(app.url, lane.id);
        await data.signIn();
        await data.make();
        place = await makeRecordPage(lane, data);
        ({ page, errors } = await visit());
      });

      after(async () => {
        await page?.context().close();
        await place?.drop();
        await data?.drop();
      });

      step('a form shows the number to come, saves it, and shows the one after it', async () => {
        const form = formOf(page, 'Serial');
        await shows(form.input('Code'), 'T-0003, given on save');
        assert.equal(await form.input('Code').getAttribute('readonly'), '');
        await form.fill('Name', 'third');
        await picture('form');
        assert.equal((await form.submit()).code, 'T-0003');
        await shows(form.input('Code'), 'T-0004, given on save');
        assert.equal(await form.input('Name').inputValue(), '');
      });

      step('the number to come follows what it depends on', async () => {
        const form = formOf(page, 'Serial');
        await shows(form.input('Serial'), 'Given on save');
        await form.fill('Name', 'first');
        await shows(form.input('Serial'), 'first-0002, given on save');
        await form.fill('Name', 'rice');
        await shows(form.input('Serial'), 'rice-0001, given on save');
        assert.equal((await form.submit()).serial, 'rice-0001');
      });

      step('a number that may be typed is kept, and given where none is typed', async () => {
        const form = formOf(page, 'Serial');
        await form.form.getByPlaceholder('R-0005, given on save').waitFor();
        await form.fill('Name', 'typed');
        await form.fill('Ref', 'R-0900');
        assert.equal((await form.submit()).ref, 'R-0900');
        await form.form.getByPlaceholder('R-0901, given on save').waitFor();
        await form.fill('Name', 'blank');
        assert.equal((await form.submit()).ref, 'R-0901');
      });

      step('two people with the same hint before them get two numbers', async () => {
        const other = await visit();
        const forms = [page, other.page].map((target) => formOf(target, 'Serial'));
        for (const form of forms) {
          const code = form.input('Code');
          await code.page().waitForFunction((box) => box.value === 'T-0007, given on save', await code.elementHandle());
          await form.fill('Name', 'both');
        }
        const saved = await Promise.all(forms.map((form) => form.submit()));
        assert.deepEqual(saved.map(({ code }) => code).sort(), ['T-0007', 'T-0008']);
        assert.deepEqual(saved.map(({ serial }) => serial).sort(), ['both-0001', 'both-0002']);
        assert.deepEqual(other.errors, []);
        await other.page.context().close();
      });

      step('a record keeps its number when it is edited', async () => {
        await openAgain();
        await row('T-0001').getByText('Edit').click();
        await shows(drawer().input('Code'), 'T-0001');
        assert.equal(await drawer().input('Code').getAttribute('readonly'), '');
        await shows(drawer().input('Ref'), 'R-0001');
        await drawer().fill('Name', 'renamed');
        await picture('edit');
        await drawer().submit();
        const [first] = await data.list();
        assert.deepEqual([first.name, first.code, first.ref], ['renamed', 'T-0001', 'R-0001']);
      });

      step('a copy neither shows nor gets the numbers of its original', async () => {
        await openAgain();
        await row('T-0002').getByText('Duplicate').click();
        await shows(drawer().input('Name'), 'second');
        await shows(drawer().input('Code'), 'T-0009, given on save');
        await drawer().form.getByPlaceholder('R-0904, given on save').waitFor();
        assert.equal(await drawer().input('Ref').inputValue(), '');
        await picture('copy');
        const copy = await drawer().submit();
        assert.deepEqual([copy.name, copy.code, copy.ref, copy.serial], ['second', 'T-0009', 'R-0904', 'second-0002']);
      });

      step('rows of a table within a form each get their own number', async () => {
        await openAgain();
        const form = formOf(page, 'Box');
        await shows(form.input('Box'), 'B-0001, given on save');
        const rows = form.form.locator('tr').filter({ has: page.locator('input') });
        for (const index of [0, 1]) {
          await addRow(form, rows.nth(index));
          await rows.nth(index).locator('input').nth(0).fill(`boxed ${index}`);
          await shows(rows.nth(index).locator('input').nth(1), 'Given on save');
        }
        await picture('rows');
        await form.submit();
        const boxed = (await data.list()).slice(-2);
        assert.deepEqual(
          boxed.map(({ name, code }) => [name, code]),
          [
            ['boxed 0', 'T-0010'],
            ['boxed 1', 'T-0011'],
          ],
        );
      });

      step('a picker finds and shows records by their number', async () => {
        await openAgain();
        const form = formOf(page, 'Note');
        await form.input('Ticket').click();
        await form.input('Ticket').fill('0007');
        const option = page.locator('.ant-select-item-option').filter({ hasText: 'T-' });
        await option.filter({ hasText: 'T-0007' }).waitFor();
        await option.filter({ hasText: 'T-0001' }).waitFor({ state: 'hidden' });
        assert.deepEqual(await option.allInnerTexts(), ['T-0007']);
        await picture('picker');
        await option.click();
        const { ticketId } = await form.submit();
        const chosen = (await data.list()).find(({ id }) => id === ticketId);
        assert.equal(chosen.code, 'T-0007');
      });

      step('a filter finds records by their number', async () => {
        await openAgain();
        await row('T-0001').first().waitFor();
        if (lane.kind === 'classic') await filterByForm();
        else await filterByAction();
        await row('T-0001').first().waitFor({ state: 'hidden' });
        assert.equal(await row('T-0002').count(), 1);
        await picture('filter');
      });

      step('a calendar names records by their number', async () => {
        await openAgain();
        const event = page.locator('.rbc-event').filter({ hasText: 'T-0001' });
        await event.scrollIntoViewIfNeeded();
        await event.waitFor();
        await picture('calendar');
      });

      step('nothing has thrown', () => {
        assert.deepEqual(errors, []);
      });

      /** A click that meets a table which is just growing is lost. */
      async function addRow(form, added) {
        for (let tries = 0; tries < 5 && !(await added.isVisible()); tries++) {
          await form.form.getByText('Add new').click();
          await added.waitFor({ timeout: 5000 }).catch(() => undefined);
        }
      }

      async function filterByForm() {
        const filter = page.getByTitle('Filter', { exact: true });
        await new FormOnPage(page.locator('form').filter({ has: filter })).fill('Code', '0002');
        await filter.click();
      }

      async function filterByAction() {
        await page.getByRole('button', { name: 'Filter' }).click();
        const panel = page.locator('.ant-popover').last();
        await panel.getByText('Add condition', { exact: true }).click();
        await panel.getByPlaceholder('Select field').or(panel.getByText('Select field')).first().click();
        await page
          .locator('.ant-cascader-menu-item')
          .filter({ hasText: /^Code$/ })
          .click();
        await panel.locator('input[type="text"]').last().fill('0002');
        await panel.getByRole('button', { name: 'Submit' }).click();
      }
    });
  }
});
