/**
 * The Sequences page in a real browser, in both clients, as an administrator uses it.
 * Run: node --test test/e2e/sequences-page.e2e.mjs   (E2E_BASE_URL: an app that runs already; CHROMIUM: the browser)
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { launch, openPage, reasonToSkip, signIn, takePicture } from './support/browser.mjs';
import { openDemo } from './support/demo.mjs';
import { Parcels } from './support/parcels.mjs';
import { stepByStep } from './support/steps.mjs';

const SETTINGS = 'admin/settings/nocobase-plugin-sequence-outbox';
const LANES = [
  { name: 'classic client', prefix: '/', id: 'v1' },
  { name: 'modern client', prefix: '/v/', id: 'v2' },
];

describe('the Sequences page', { skip: reasonToSkip() }, () => {
  let demo;
  let browser;

  before(async () => {
    demo = await openDemo();
    browser = await launch();
  });

  after(async () => {
    await browser?.close();
    await demo?.stop();
  });

  for (const lane of LANES) {
    describe(`in the ${lane.name}`, () => {
      const title = `Parcels ${lane.id}`;
      let parcels;
      let page;
      let errors;

      const step = stepByStep(() => picture('failed'));
      const picture = (name) => takePicture(page, `sequences-${lane.id}-${name}`);
      const row = () => page.getByRole('row').filter({ hasText: `${title} / Code` });
      const dialog = () => page.getByRole('dialog');
      const inRow = async (...buttons) => {
        for (const name of buttons) {
          const menu = page.getByRole('menuitem', { name, exact: true });
          const button = row().getByRole('button', { name });
          await button.or(menu).first().click();
        }
      };
      const close = async () => {
        await dialog().getByRole('button', { name: 'Close' }).last().click();
        await dialog().waitFor({ state: 'hidden' });
      };
      const rowShows = async (text) => {
        await row().getByRole('cell', { name: text, exact: true }).first().waitFor();
      };

      before(async () => {
        parcels = new Parcels(demo.url, `e2e_parcels_${lane.id}`);
        await parcels.signIn();
        await parcels.make(title);
        ({ page, errors } = await openPage(browser));
        await signIn(page, `${demo.url}${lane.prefix}signin`);
      });

      after(async () => {
        await page?.context().close();
        await parcels?.drop();
      });

      step('lists every counter with its next number', async () => {
        await page.goto(`${demo.url}${lane.prefix}${SETTINGS}`);
        await page.getByRole('textbox', { name: 'Search counters' }).fill(title);
        await rowShows('1');
        await picture('counters');
      });

      step('shows what a repair would change, before it changes anything', async () => {
        await inRow('Check');
        await dialog().getByText('Counters that need repair: 1 of 1').waitFor();
        await dialog().getByText('Will be raised').waitFor();
        await picture('check');
      });

      step('repairs, and the next record takes the corrected number', async () => {
        await dialog().getByRole('button', { name: 'Repair now' }).click();
        await dialog().getByText('Counters corrected: 1 of 1').waitFor();
        await picture('repaired');
        await close();
        await rowShows('4');
        assert.equal(await parcels.create('new 4'), 'P-004');
      });

      step('refuses a used number until it is confirmed', async () => {
        await inRow(/More/, 'Set next number');
        await dialog().getByRole('spinbutton', { name: 'Next number' }).fill('2');
        await dialog().getByRole('button', { name: 'Save' }).click();
        await dialog().getByRole('button', { name: 'Set it anyway' }).waitFor();
        await picture('used-number');
        await dialog().getByRole('spinbutton', { name: 'Next number' }).fill('10');
        await dialog().getByRole('button', { name: 'Save' }).click();
        await dialog().waitFor({ state: 'hidden' });
        await rowShows('10');
        assert.equal(await parcels.create('new 10'), 'P-010');
      });

      step('reports gaps and records without a number', async () => {
        await inRow('Integrity');
        await dialog().getByText('Records without a number: 2').waitFor();
        await dialog().getByRole('cell', { name: '5 – 9', exact: true }).first().waitFor();
        await picture('integrity');
      });

      step('numbers the old records', async () => {
        await dialog().getByRole('button', { name: 'Number old records' }).click();
        await dialog().getByRole('button', { name: 'Give numbers' }).click();
        await dialog().getByText('Records that got a number: 2').waitFor();
        await picture('numbered');
        await close();
        await rowShows('13');
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

      step('keeps the repairs for later', async () => {
        await page.getByRole('tab', { name: 'Past repairs' }).click();
        const latest = page
          .getByRole('row')
          .filter({ hasText: `${title} / Code` })
          .first();
        await latest.getByText('Done').waitFor();
        await latest.getByText('1 of 1').waitFor();
        await latest.getByRole('button', { name: 'Expand row' }).click();
        await page.getByText('Raised').first().waitFor();
        await picture('past-repairs');
      });

      step('has thrown no error on the page', () => {
        assert.deepEqual(errors, []);
      });
    });
  }
});
