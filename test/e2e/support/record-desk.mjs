import { ClassicPage } from './classic-page.mjs';
import { FlowPage } from './flow-page.mjs';

const SHOWN = ['name', 'code', 'ref', 'serial'];
const COPIED = ['name', 'code', 'ref', 'serial'];

/** A page with a form, a table, a calendar and forms of boxes and visits, of the kind that `lane` names. */
export async function makeRecordPage(lane, data) {
  const place = { uid: `e2e_records_${lane.id}`, title: `Records ${lane.id}` };
  const page = lane.kind === 'classic' ? new ClassicPage(data, place) : new FlowPage(data, place);
  await page.make(lane.kind === 'classic' ? classicBlocks(page, data) : modernBlocks(page, data));
  return page;
}

function classicBlocks(page, { tickets, boxes, visits }) {
  const table = page.table(tickets, SHOWN, [page.copyAction(tickets, COPIED, SHOWN), page.editAction(tickets, SHOWN)]);
  return [
    page.createForm(tickets, SHOWN),
    page.filterForm(tickets, ['code'], [table['x-uid']]),
    table,
    page.createForm(boxes, ['box', page.subTable(boxes, 'tickets', tickets, ['name', 'code', 'ref'])]),
    page.createForm(visits, ['note', 'ticket']),
    page.calendar(tickets, 'code', 'day'),
  ];
}

function modernBlocks(page, { tickets, boxes, visits }) {
  const add = page.addAction(tickets, SHOWN);
  const inRow = [page.copyAction(tickets, COPIED, add), page.editAction(tickets, SHOWN)];
  const rows = page.subTable(boxes, 'tickets', ['name', 'code', 'ref']);
  return [
    page.createForm(tickets, SHOWN),
    page.table(tickets, SHOWN, { buttons: [add], inRow }),
    page.createForm(boxes, ['box', 'tickets'], { tickets: rows }),
    page.createForm(visits, ['note', 'ticket'], { ticket: page.model('RecordSelectFieldModel') }),
    page.calendar(tickets, 'code', 'day'),
  ];
}

/** One form of a page, as a person uses it; both kinds of page label their inputs. */
export class FormOnPage {
  /** @param {import('playwright-core').Locator} form */
  constructor(form) {
    this.form = form;
  }

  input(label) {
    const named = this.form
      .page()
      .locator('label')
      .filter({ hasText: new RegExp(`^${label}`) });
    return this.form.locator('.ant-form-item, .ant-formily-item').filter({ has: named }).last().locator('input');
  }

  async fill(label, value) {
    await this.input(label).fill(value);
  }

  /** Submits, and answers what the server has stored. A button that still works on the last click ignores the next. */
  async submit() {
    const page = this.form.page();
    const saving = /:(create|update)\b/;
    const saved = page.waitForResponse((response) => saving.test(response.url()));
    for (let tries = 0; tries < 5; tries++) {
      const sent = page.waitForRequest(saving, { timeout: 4000 }).catch(() => undefined);
      await this.form.getByRole('button', { name: 'Submit' }).click();
      if (await sent) break;
    }
    const response = await saved;
    const { data, errors } = await response.json();
    if (errors) throw new Error(`${response.status()} ${JSON.stringify(errors)}`);
    return Array.isArray(data) ? data[0] : data;
  }
}
