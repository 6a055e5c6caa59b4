/**
 * The pattern editor in a real browser, in both clients: every template from nothing to a record with the number that was
 * shown, changes of a live field, and what the built-in editor gets wrong.
 * Run: node --test test/e2e/editor.e2e.mjs   (E2E_BASE_URL: an app that runs already; CHROMIUM: the browser)
 */
import assert from 'node:assert/strict';
import { after, before, describe } from 'node:test';
import { reasonToSkip, signIn, takePicture } from './support/browser.mjs';
import { seriousFaults } from './support/accessibility.mjs';
import * as dialog from './support/field-editor.mjs';
import { Jobs } from './support/jobs.mjs';
import { CLIENTS, stage } from './support/stage.mjs';
import { stepByStep } from './support/steps.mjs';

const COLLECTIONS_PAGE = 'admin/settings/data-source-manager/main/collections?type=main';
const TEMPLATES = [
  'Simple',
  'Starts again each year',
  'Starts again each month',
  'Starts again each day',
  'For each Client',
  'Hard to guess',
];

describe('the pattern editor', { skip: reasonToSkip() }, () => {
  const app = stage();

  for (const lane of CLIENTS) {
    describe(`in the ${lane.name}`, () => {
      const title = `Jobs ${lane.id}`;
      let jobs;
      let page;
      let errors;
      let editor;

      const picture = (name) => takePicture(page, `editor-${lane.id}-${name}`);
      const step = stepByStep(() => picture('failed'));
      const chip = (name) => editor.getByRole('button', { name });
      const input = (role, name) => editor.getByRole(role, { name, exact: true });
      const preview = () => editor.getByTestId('next-number').innerText();
      const choose = async (label, option) => {
        await input('combobox', label).press('ArrowDown');
        await page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true }).click();
      };
      const cancel = async () => {
        await editor.getByRole('button', { name: 'Cancel' }).click();
        await editor.waitFor({ state: 'hidden' });
      };
      const isHeldBack = async (reason) => {
        const saves = [];
        const note = (request) => /fields:(create|update)/.test(request.url()) && saves.push(request.url());
        page.on('request', note);
        await editor.getByRole('button', { name: 'Submit' }).click();
        await editor.getByTestId('pattern-editor').getByText(reason).waitFor();
        // The classic client takes no second click on a button within 0.6 s.
        await page.waitForTimeout(700);
        page.off('request', note);
        assert.deepEqual(saves, []);
      };

      before(async () => {
        jobs = new Jobs(app.url, lane.id);
        await jobs.signIn();
        await jobs.make(title);
        ({ page, errors } = await app.openPage());
        await signIn(page, `${app.url}${lane.prefix}signin`);
        await page.goto(`${app.url}${lane.prefix}${COLLECTIONS_PAGE}`);
        await dialog.openFields(page, title);
      });

      after(async () => {
        await page?.context().close();
        await jobs?.drop();
      });

      step('the dialog has no serious accessibility fault, with every kind of part open', async () => {
        editor = await dialog.openNewField(page);
        for (const kind of ['Fixed text', 'Date', 'Field value', 'Random characters', 'Counter']) {
          await dialog.addPart(page, editor, kind);
          await editor.locator('section').last().waitFor();
          // The preview's answer: the errors that it brings are to be looked at, too.
          if (kind === 'Field value') await editor.getByText('The field segment must name a field.').first().waitFor();
          assert.deepEqual(await seriousFaults(page, '.ant-drawer-body [data-testid=pattern-editor]'), [], kind);
        }
        await cancel();
      });

      step('a custom reset starts from the present one, is said in words, and cannot be nonsense', async () => {
        editor = await dialog.openNewField(page);
        await dialog.nameField(editor, { title: 'Nonsense', name: 'nonsense' });
        await chip(/Counter, part/).click();
        await choose('Starts again', 'Each month');
        await choose('Starts again', 'Custom (cron)');
        const cron = input('textbox', 'Cron expression');
        assert.equal(await cron.inputValue(), '0 0 1 * *');
        await cron.fill('0 6 * * 1');
        await editor.getByText('At 06:00, only on Monday').waitFor();
        await editor.getByText(/^Next: .+ · .+ · /).waitFor();
        await cron.fill('bogus cron');
        await editor.getByText('The reset cycle "bogus cron" is not a cron expression.').waitFor();
        await isHeldBack('The number pattern cannot be saved like this. What is wrong is marked above.');
        await picture('nonsense');
        await cancel();
      });

      step('an empty text, and a pattern without parts, are marked where they are', async () => {
        editor = await dialog.openNewField(page);
        await dialog.nameField(editor, { title: 'Empty', name: 'empty' });
        await dialog.addPart(page, editor, 'Fixed text');
        await input('textbox', 'Text').fill('');
        await editor.getByText('The fixed text must not be empty.').waitFor();
        await isHeldBack('The number pattern cannot be saved like this. What is wrong is marked above.');
        await picture('empty');
        for (let left = 2; left > 0; left--)
          await editor
            .getByRole('button', { name: /^Remove (Fixed|Counter)/ })
            .first()
            .click();
        await editor.getByText('At least one part must be defined.').waitFor();
        await cancel();
      });

      step('a live counter keeps its key over a change of its kind and back, and over removal and return', async () => {
        const [before] = await jobs.counterKeys();
        editor = await dialog.openField(page, 'code');
        await dialog.nextNumber(editor, 'JOB-0004');
        await chip(/Counter, part/).click();
        await choose('Kind of part', 'Date');
        await choose('Kind of part', 'Counter');
        await dialog.nextNumber(editor, 'JOB-0004');
        await chip(/^Remove Counter/).click();
        await dialog.addPart(page, editor, 'Counter');
        await dialog.nextNumber(editor, 'JOB-0004');
        await chip(/Counter, part/).press('Alt+ArrowLeft');
        await dialog.nextNumber(editor, '0004JOB-');
        await chip(/Counter, part/).press('Alt+ArrowRight');
        await dialog.nextNumber(editor, 'JOB-0004');
        await dialog.submitField(page, editor);
        assert.deepEqual(await jobs.counterKeys(), [before]);
        assert.equal((await jobs.create({})).code, 'JOB-0004');
        assert.doesNotMatch(JSON.stringify(await jobs.patterns()), /DO_NOT_USE/);
      });

      step('a part is dragged to another place', async () => {
        editor = await dialog.openField(page, 'code');
        await dialog.nextNumber(editor, 'JOB-0005');
        const [from, to] = await Promise.all([
          chip(/Fixed text, part/).boundingBox(),
          chip(/Counter, part/).boundingBox(),
        ]);
        await page.mouse.move(from.x + 8, from.y + from.height / 2);
        await page.mouse.down();
        await page.mouse.move(to.x + to.width, to.y + to.height / 2, { steps: 12 });
        await page.mouse.up();
        await dialog.nextNumber(editor, '0005JOB-');
        await cancel();
      });

      step('a start that makes the numbers jump is saved only once it is accepted', async () => {
        editor = await dialog.openField(page, 'code');
        await chip(/Counter, part/).click();
        await input('spinbutton', 'Starts at').fill('500');
        await dialog.nextNumber(editor, 'JOB-0500');
        const table = editor.getByRole('table', { name: 'The next number' });
        await table.getByText('JOB-0005').waitFor();
        await table.getByText('JOB-0500').waitFor();
        await isHeldBack('The numbers of this field would change. Confirm that above.');
        await table.scrollIntoViewIfNeeded();
        await picture('live');
        await editor.getByRole('checkbox', { name: 'I have checked the next number and want this change' }).check();
        await dialog.submitField(page, editor);
        assert.equal((await jobs.create({})).code, 'JOB-0500');
      });

      step('other digits than those of given numbers have to be accepted; too few are refused', async () => {
        editor = await dialog.openField(page, 'code');
        await chip(/Counter, part/).click();
        await input('spinbutton', 'Digits').fill('6');
        await editor.getByText(/New numbers have 6 digits, those given have 4/).waitFor();
        await isHeldBack('The numbers of this field would change. Confirm that above.');
        await input('spinbutton', 'Digits').fill('2');
        await editor
          .getByText(/The counter stands at 500, which does not fit into 2 digits/)
          .first()
          .waitFor();
        await isHeldBack('The number pattern cannot be saved like this. What is wrong is marked above.');
        await picture('digits');
        await cancel();
      });

      step('a counter that goes, and numbers that records have already, have to be accepted', async () => {
        await jobs.typeNumber('NEW-0501');
        editor = await dialog.openField(page, 'code');
        await chip(/Fixed text, part/).click();
        await input('textbox', 'Text').fill('NEW-');
        await editor.getByText('The next numbers, for example "NEW-0501", are in use already.').waitFor();
        await isHeldBack('The numbers of this field would change. Confirm that above.');
        await picture('repeat');
        await input('textbox', 'Text').fill('JOB-');
        await dialog.nextNumber(editor, 'JOB-0501');
        await chip(/^Remove Counter/).click();
        await dialog.addPart(page, editor, 'Random characters');
        await editor.getByText(/^A counter that stands at 500 is no longer used/).waitFor();
        await isHeldBack('The numbers of this field would change. Confirm that above.');
        await picture('dropped');
        await cancel();
      });

      step('all is set in the one dialog: no part opens another drawer', async () => {
        editor = await dialog.openField(page, 'code');
        const drawers = await page.locator('.ant-drawer:visible').count();
        for (const part of [/Fixed text, part/, /Counter, part/]) {
          await chip(part).click();
          assert.equal(await page.locator('.ant-drawer:visible').count(), drawers);
        }
        await cancel();
      });

      step('Unique can be switched on later, once no number occurs twice', async () => {
        await jobs.repeatNumber();
        editor = await dialog.openField(page, 'code');
        await editor.getByRole('checkbox', { name: 'Unique' }).check();
        await editor.getByText('JOB-0001 × 2').waitFor();
        await isHeldBack(/Unique cannot be switched on|cannot be saved like this/);
        await picture('duplicates');
        await cancel();
        await jobs.correctNumber();
        editor = await dialog.openField(page, 'code');
        await editor.getByRole('checkbox', { name: 'Unique' }).check();
        await dialog.submitField(page, editor);
        await assert.rejects(jobs.repeatNumber());
      });

      step('a time zone, typed numbers and their shape are kept, and taken back', async () => {
        editor = await dialog.openField(page, 'code');
        await input('combobox', 'Time zone').fill('Ho_Chi');
        await page.locator('.ant-select-dropdown:visible').getByTitle('Asia/Ho_Chi_Minh').click();
        await editor.getByText('Dates and resets by Asia/Ho_Chi_Minh').waitFor();
        await editor.getByRole('checkbox', { name: 'People may type a number' }).check();
        await editor.getByRole('checkbox', { name: 'A typed number must have this shape' }).check();
        await dialog.submitField(page, editor);
        assert.deepEqual(await jobs.options(), {
          timezone: 'Asia/Ho_Chi_Minh',
          inputable: true,
          match: true,
          unique: true,
        });
        editor = await dialog.openField(page, 'code');
        await choose('Time zone', /^As the app/);
        await editor.getByRole('checkbox', { name: 'People may type a number' }).uncheck();
        await dialog.submitField(page, editor);
        assert.deepEqual(await jobs.options(), { timezone: null, inputable: false, match: false, unique: true });
      });

      for (const [index, template] of TEMPLATES.entries()) {
        step(`the template "${template}" gives records the number that it showed`, async () => {
          editor = await dialog.openNewField(page);
          await dialog.nameField(editor, { title: template, name: `made_${index}` });
          await editor.getByRole('button', { name: template }).click();
          await editor.locator('[data-segment]').nth(1).waitFor();
          await editor.getByRole('region', { name: 'Preview' }).and(editor.locator('[aria-busy=false]')).waitFor();
          const shown = await preview();
          await picture(`template-${index}`);
          await dialog.submitField(page, editor);
          const record = await jobs.create({ client: jobs.clientId });
          assert.match(record[`made_${index}`], shapeOf(shown), `the preview showed ${shown}`);
        });
      }

      step('no script has thrown an error on the pages', () => {
        // The platform itself rejects its own promise when a form is not valid.
        assert.deepEqual(
          errors.filter((error) => !/^(Object|Array\(\d+\))$/.test(error)),
          [],
        );
      });
    });
  }
});

/** The shape of a number whose parts drawn by chance differ from one to the next, and whose ‹…› is a value. */
function shapeOf(shown) {
  const [fixed, random] = /^(T-\d+-)(\w{4})$/.exec(shown)?.slice(1) ?? [shown, ''];
  const escaped = fixed.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/‹.*?›/, '.+');
  return new RegExp(`^${escaped}${random ? '[0-9A-Z]{4}' : ''}$`);
}
