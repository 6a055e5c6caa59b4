/**
 * The Outbox page in a real browser, in both clients, as an operator uses it: with records whose events a plugin's
 * post-processor refuses.
 * Run: node --test test/e2e/outbox-page.e2e.mjs   (E2E_BASE_URL: an app that runs already; CHROMIUM: the browser)
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { seriousFaults } from './support/accessibility.mjs';
import { Api } from './support/api.mjs';
import { reasonToSkip, signIn, takePicture } from './support/browser.mjs';
import { Member } from './support/member.mjs';
import { PARCEL_SERVICE, ParcelService, PREFIX } from './support/parcel-service.mjs';
import { Parcels } from './support/parcels.mjs';
import { CLIENTS, stage } from './support/stage.mjs';
import { stepByStep } from './support/steps.mjs';

const PAGE = 'admin/settings/nocobase-plugin-sequence-outbox/outbox';
/** What of the page is ours: the card with the tabs, and what opens over it. */
const OURS = '.ant-card:has(.ant-tabs), .ant-modal, .ant-drawer-content';
const READS = ['stats', 'throughput'].map((name) => `outboxEvents:${name}`);
const ACTS = [
  'failedDeliveries:count',
  'failedDeliveries:replay',
  'failedDeliveries:skip',
  'outboxSettings:saveAlerts',
];

describe('the Outbox page', { skip: reasonToSkip() }, () => {
  let service;
  // Before the stage's own: hooks at the end run in their order, and the app is gone after that one.
  after(async () => service?.remove());
  const app = stage();

  before(async () => {
    const api = new Api(app.url);
    await api.signIn();
    service = new ParcelService(api);
    await service.add();
  });

  for (const lane of CLIENTS) {
    describe(`in the ${lane.name}`, () => {
      const title = `Boxes ${lane.id}`;
      let parcels;
      let member;
      let page;
      let errors;

      const step = stepByStep(() => picture('failed'));
      const picture = (name) => takePicture(page, `outbox-${lane.id}-${name}`);
      const isAccessible = async () => assert.deepEqual(await seriousFaults(page, OURS), []);
      const dialog = (name) => page.getByRole('dialog', { name });
      const rows = () => page.getByRole('row').filter({ hasText: PARCEL_SERVICE });
      const tab = (name) => page.getByRole('tab', { name, exact: true }).click();
      const choose = async (label, option) => {
        await page.getByRole('combobox', { name: label }).click();
        await page.keyboard.type(option);
        await page.keyboard.press('Enter');
      };
      const find = async (text) => {
        const search = page.getByRole('textbox', { name: 'Record number, record id or event id' });
        await search.fill(text);
        await search.press('Enter');
      };
      const failed = async (count) => {
        for (let i = 0; i < 120; i++) {
          const found = await parcels.call(`failedDeliveries:list?status=dead&collection=${parcels.name}`);
          if (found.length === count) return;
          await sleep(500);
        }
        throw new Error(`there are not ${count} failed deliveries`);
      };

      before(async () => {
        parcels = new Parcels(app.url, `${PREFIX}${lane.id}`);
        await parcels.signIn();
        await parcels.make(title);
        await parcels.call('sequences:setNext', { ...parcels.target, next: '100' });
        await parcels.call('entityTypes:enable', { collections: [parcels.name] });
        for (let i = 0; i < 4; i++) await parcels.create(`broken ${i}`);
        await parcels.create('whole');
        await failed(4);
        member = new Member(parcels, `e2e_outbox_member_${lane.id}`);
        await member.make();
        ({ page, errors } = await app.openPage());
        await signIn(page, `${app.url}${lane.prefix}signin`);
      });

      after(async () => {
        await page?.context().close();
        await member?.drop();
        await parcels?.drop();
      });

      step('shows how the outbox stands, with the relay of this app', async () => {
        await page.goto(`${app.url}${lane.prefix}${PAGE}`);
        await page.getByText('Oldest pending').waitFor();
        await page.getByRole('img', { name: /events in the last hour/ }).waitFor();
        await page
          .getByText(/^(Ready|At work)$/)
          .first()
          .waitFor();
        await picture('overview');
        await isAccessible();
      });

      step('finds failed deliveries by collection and by number', async () => {
        await tab('Failed deliveries');
        await choose('Collection', title);
        await rows().nth(3).waitFor();
        assert.equal(await rows().count(), 4);
        await picture('deliveries');
        await isAccessible();
        await find('P-102');
        await page.getByText('Deliveries: 1').waitFor();
        assert.equal(await rows().count(), 1);
        await rows().getByText('P-102').waitFor();
      });

      step('shows the attempts and the payload of one', async () => {
        await page.getByRole('button', { name: `Details of P-102, ${PARCEL_SERVICE}` }).click();
        await page.getByRole('region', { name: 'Payload' }).getByText('"recordId"').waitFor();
        await dialog('Delivery of P-102')
          .getByText(/^Attempt 1/)
          .waitFor();
        await picture('details');
        await isAccessible();
      });

      step('replays one: it fails again for as long as the record is broken, then works', async () => {
        await dialog('Delivery of P-102').getByRole('button', { name: 'Replay' }).click();
        await dialog('Replay').getByRole('button', { name: 'Replay 1' }).waitFor();
        await picture('replay');
        await isAccessible();
        const [{ id, recordId }] = await parcels.call('failedDeliveries:list?search=P-102');
        await parcels.call(`${parcels.name}:update?filterByTk=${recordId}`, { name: 'mended' });
        await dialog('Replay').getByRole('button', { name: 'Replay 1' }).click();
        await dialog('Replay').getByText('Deliveries that are tried again: 1').waitFor();
        await dialog('Replay').getByRole('button', { name: 'Close' }).last().click();
        for (let i = 0; i < 60; i++) {
          const { status } = await parcels.call(`failedDeliveries:get?filterByTk=${id}`);
          if (status === 'done') return;
          await sleep(500);
        }
        throw new Error('the replayed delivery did not work');
      });

      step('skips all that match, after telling how many they are', async () => {
        await page.getByRole('textbox', { name: 'Record number, record id or event id' }).fill('');
        await page.getByText('Deliveries: 3').waitFor();
        await page.getByRole('button', { name: /All that match/ }).click();
        await page.getByRole('menuitem', { name: 'Skip all that match' }).click();
        await dialog('Skip').getByText('Those that it is for: 3').waitFor();
        await picture('skip-all');
        await dialog('Skip').getByRole('button', { name: 'Skip 3' }).click();
        await dialog('Skip').getByText('Deliveries that were skipped: 3').waitFor();
        await dialog('Skip').getByRole('button', { name: 'Close' }).last().click();
        await page.getByText('No delivery matches.').waitFor();
      });

      step('keeps who did it', async () => {
        await tab('What operators did');
        const entry = page.getByRole('row').filter({ hasText: parcels.name }).first();
        await entry.getByText('Skipped', { exact: true }).waitFor();
        await entry.getByText('Super Admin').waitFor();
        await picture('operators');
        await isAccessible();
      });

      step('refuses retention by which an effect could come twice, and keeps what can be', async () => {
        await tab('Settings');
        const published = page.getByRole('spinbutton', { name: 'Relayed events' });
        await published.fill('90');
        await page.getByRole('button', { name: 'Save retention' }).click();
        await page.getByText(/must be kept for at least 90 days/).waitFor();
        await picture('settings');
        await isAccessible();
        await published.fill('7');
        await page.getByRole('button', { name: 'Save retention' }).click();
        await page.getByText('Saved').waitFor();
      });

      step('fits a telephone', async () => {
        await page.setViewportSize({ width: 390, height: 844 });
        for (const name of ['Overview', 'Failed deliveries']) {
          await page.goto(`${app.url}${lane.prefix}${PAGE}`);
          await page.getByText('Oldest pending').waitFor();
          if (name !== 'Overview') await tab(name);
          await page.waitForTimeout(500);
          await picture(`narrow-${name.split(' ')[0].toLowerCase()}`);
          const wide = await page.evaluate(() => globalThis.document.documentElement.scrollWidth);
          assert.ok(wide <= 390, `the page is ${wide} px wide`);
        }
        await page.setViewportSize({ width: 1366, height: 820 });
      });

      step('is not there for a member, and the server refuses each of its actions', async () => {
        const visitor = await app.openPage();
        try {
          await signIn(visitor.page, `${app.url}${lane.prefix}signin`, member);
          await visitor.page.goto(`${app.url}${lane.prefix}${PAGE}`);
          await visitor.page.waitForTimeout(3000);
          assert.equal(await visitor.page.getByText('Oldest pending').count(), 0);
          const api = new Api(app.url);
          await api.signIn(member);
          const reads = [...READS, 'failedDeliveries:list', 'outboxOperations:list', 'outboxSettings:get'];
          for (const action of reads) assert.equal(await api.status(action), 403, action);
          for (const action of ACTS) assert.equal(await api.status(action, { filter: {} }), 403, action);
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
