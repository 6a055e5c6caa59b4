/**
 * The Sequences page in a real browser, in both clients, as an administrator uses it.
 * Run: node --test test/e2e/sequences-page.e2e.mjs   (E2E_BASE_URL: an app that runs already; CHROMIUM: the browser)
 */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe } from 'node:test';
import { seriousFaults } from './support/accessibility.mjs';
import { reasonToSkip, signIn, takePicture } from './support/browser.mjs';
import { readCsv } from './support/csv.mjs';
import { Member } from './support/member.mjs';
import { Parcels } from './support/parcels.mjs';
import { CLIENTS, stage } from './support/stage.mjs';
import { stepByStep } from './support/steps.mjs';

const SETTINGS = 'admin/settings/nocobase-plugin-sequence-outbox';
/** What of the page is ours: the card with the tabs, and what opens over it. */
const OURS = '.ant-card:has(.ant-tabs), .ant-modal, .ant-drawer-content';

describe('the Sequences page', { skip: reasonToSkip() }, () => {
  const app = stage();

  for (const lane of CLIENTS) {
    describe(`in the ${lane.name}`, () => {
      const title = `Parcels ${lane.id}`;
      let parcels;
      let member;
      let page;
      let errors;

      const step = stepByStep(() => picture('failed'));
      const picture = (name) => takePicture(page, `sequences-${lane.id}-${name}`);
      const open = (where = page) => where.goto(`${app.url}${lane.prefix}${SETTINGS}`);
      const row = () =>
        page.getByRole('row').filter({ has: page.getByRole('button', { name: `Details of ${title} / Code` }) });
      const dialog = () => page.getByRole('dialog');
      const details = () => page.getByRole('dialog', { name: `Details of ${title} / Code` });
      const record = (name) => page.getByRole('dialog', { name: `Record ${name}` });
      const inRow = async (...buttons) => {
        for (const name of buttons) {
          const menu = page.getByRole('menuitem', { name, exact: true });
          const button = row().getByRole('button', { name });
          await button.or(menu).first().click();
        }
      };
      const close = async () => {
        // By keyboard: the platform's list of tasks may have opened over the button.
        await dialog().getByRole('button', { name: 'Close' }).last().press('Enter');
        await dialog().waitFor({ state: 'hidden' });
      };
      const rowShows = async (text) => {
        await row().getByRole('cell', { name: text, exact: true }).first().waitFor();
      };
      const download = async () => {
        const started = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Export CSV' }).click();
        const file = await started;
        return { name: file.suggestedFilename(), rows: readCsv(await readFile(await file.path())) };
      };
      const isAccessible = async () => assert.deepEqual(await seriousFaults(page, OURS), []);

      before(async () => {
        parcels = new Parcels(app.url, `e2e_parcels_${lane.id}`);
        await parcels.signIn();
        await parcels.make(title);
        member = new Member(parcels, `e2e_member_${lane.id}`);
        await member.make();
        ({ page, errors } = await app.openPage());
        await signIn(page, `${app.url}${lane.prefix}signin`);
      });

      after(async () => {
        await page?.context().close();
        await member?.drop();
        await parcels?.drop();
      });

      step('lists every counter under its collection, with its next number and its health', async () => {
        await open();
        await page.getByRole('textbox', { name: 'Search counters' }).fill(title);
        await rowShows('1');
        await page.getByRole('cell', { name: `Collapse row ${title}` }).waitFor();
        await row().getByText('Counter behind').waitFor();
        await row().getByText('Without number: 2').waitFor();
        await picture('counters');
        await isAccessible();
      });

      step('shows what a repair would change, before it changes anything', async () => {
        await inRow('Check');
        await dialog().getByText('Counters that need repair: 1 of 1').waitFor();
        await dialog().getByText('Will be raised').waitFor();
        await picture('check');
        await isAccessible();
      });

      step('repairs, and the next record takes the corrected number', async () => {
        await dialog().getByRole('button', { name: 'Repair now' }).click();
        await dialog().getByText('Counters corrected: 1 of 1').waitFor();
        await picture('repaired');
        await close();
        await rowShows('4');
        await row().getByText('Counter behind').waitFor({ state: 'detached' });
        assert.equal(await parcels.create('new 4'), 'P-004');
      });

      step('refuses a used number until it is confirmed', async () => {
        await inRow(/More/, 'Set next number');
        await dialog().getByRole('spinbutton', { name: 'Next number' }).fill('2');
        await dialog().getByRole('button', { name: 'Save' }).click();
        await dialog().getByRole('button', { name: 'Set it anyway' }).waitFor();
        await picture('used-number');
        await isAccessible();
        await dialog().getByRole('spinbutton', { name: 'Next number' }).fill('10');
        await dialog().getByRole('button', { name: 'Save' }).click();
        await dialog().waitFor({ state: 'hidden' });
        await rowShows('10');
        assert.equal(await parcels.create('new 10'), 'P-010');
      });

      step('reports gaps and records without a number', async () => {
        await row()
          .getByRole('button', { name: `Details of ${title} / Code` })
          .click();
        await details().getByText('Records without a number: 2').waitFor();
        await details().getByRole('cell', { name: '5 – 9', exact: true }).first().waitFor();
        await picture('details');
        await isAccessible();
      });

      step('opens the records that a finding is about', async () => {
        await details()
          .getByRole('button', { name: /^Open record/ })
          .first()
          .click();
        await record('old 1').getByRole('button', { name: 'Copy the id' }).waitFor();
        await picture('record');
        await isAccessible();
        await record('old 1').getByRole('button', { name: 'Close' }).click();
        await record('old 1').waitFor({ state: 'hidden' });
        const beside = details().getByRole('row').filter({ hasText: '5 – 9' }).getByRole('button', { name: /^Open/ });
        await beside.nth(1).click();
        await record('new 10').getByText('P-010').waitFor();
        await record('new 10').getByRole('button', { name: 'Close' }).click();
        await record('new 10').waitFor({ state: 'hidden' });
      });

      step('numbers the old records, after showing their numbers', async () => {
        await details().getByRole('button', { name: 'Number old records' }).click();
        await dialog().getByRole('cell', { name: 'P-011', exact: true }).waitFor();
        await dialog().getByRole('cell', { name: 'P-012', exact: true }).waitFor();
        await picture('backfill');
        await isAccessible();
        await dialog().getByRole('button', { name: 'Give numbers' }).click();
        await dialog().getByText('Records that got a number: 2').waitFor();
        await picture('numbered');
        await close();
        await rowShows('13');
        assert.deepEqual(await parcels.numbers(), ['P-001', 'P-002', 'P-003', 'P-004', 'P-010', 'P-011', 'P-012']);
      });

      step('hands out what is in the list as a file', async () => {
        const { name, rows } = await download();
        assert.match(name, /^sequences-counters-\d{4}-\d\d-\d\d\.csv$/);
        const [own] = rows;
        assert.equal(rows.length, 1);
        assert.equal(own.Collection, title);
        assert.equal(own['Next number'], '13');
        assert.equal(own.Records, '7');
      });

      step('repairs everything in the background', async () => {
        await page.getByRole('button', { name: 'Repair', exact: true }).first().click();
        await dialog().getByText('Every counter that stands below its data is raised to it').waitFor();
        await picture('repair-all');
        await dialog().getByRole('button', { name: 'Repair', exact: true }).click();
        await dialog()
          .getByText(/Every counter agrees|Counters corrected/)
          .waitFor();
        await close();
      });

      step('keeps what was done for later: repairs and changes by hand', async () => {
        // Anew: the platform's list of tasks stays open over the page as long as the mouse is above it.
        await open();
        await page.getByRole('tab', { name: 'History' }).click();
        const entries = page.getByRole('row').filter({ hasText: `${title} / Code` });
        const entry = (text) => entries.filter({ hasText: text }).first();
        await entry('Old records numbered').getByText('Records: 2').waitFor();
        await entry('Next number set').getByText('5 → 10').waitFor();
        await entry('Next number set').getByText('Super Admin').waitFor();
        await entry('Counters corrected: 1 of 1').getByRole('button', { name: 'Expand row' }).click();
        await page.getByText('Raised').first().waitFor();
        await picture('history');
        await isAccessible();
      });

      step('hands out the history as a file', async () => {
        const { name, rows } = await download();
        assert.match(name, /^sequences-history-/);
        const own = rows.filter(({ Field }) => Field === `${title} / Code`);
        const set = own.find(({ What, After }) => What === 'Next number set' && After === '10');
        assert.equal(set?.Before, '5');
        assert.equal(set?.By, 'Super Admin');
        assert.ok(own.some(({ What, Before, After }) => What === 'Repair' && Before !== '3' && After === '3'));
      });

      step('is not there for a member, and the server refuses each of its actions', async () => {
        const visitor = await app.openPage();
        try {
          await signIn(visitor.page, `${app.url}${lane.prefix}signin`, member);
          await open(visitor.page);
          await visitor.page.waitForTimeout(3000);
          await takePicture(visitor.page, `sequences-${lane.id}-member`);
          assert.equal(await visitor.page.getByRole('textbox', { name: 'Search counters' }).count(), 0);
          assert.equal(await visitor.page.getByRole('menuitem', { name: 'Sequences & events' }).count(), 0);
          for (const [action, status] of await member.refusals(parcels.target)) {
            assert.equal(status, 403, `${action} answered ${status}`);
          }
        } finally {
          await visitor.page.context().close();
        }
      });

      step('has thrown no error on the page', () => {
        assert.deepEqual(errors, []);
      });
    });
  }
});
