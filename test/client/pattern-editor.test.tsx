/** @jest-environment jsdom */
import './support/dom';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button, Form } from 'antd';
import axe from 'axe-core';
import type { FieldConfigureProps } from '@nocobase/client-v2';
import { createFormPatternEditor } from '../../src/client-v2/editor/FormPatternEditor';
import { watchRefusedSaves } from '../../src/client-v2/host/refused-saves';
import {
  about,
  addPart,
  badPattern,
  chip,
  chipKinds,
  choose,
  editorServer,
  nextNumber,
  previewOf,
  translate,
} from './support/editor';
import type { Answer, FakeServer } from './support/page';
import { refusal, renderPage } from './support/page';

type Values = Record<string, unknown>;

const SAVED = {
  name: 'code',
  unique: false,
  inputable: false,
  patterns: [
    { type: 'string', options: { value: 'DH-' } },
    { type: 'integer', options: { digits: 5, start: 1, key: 7, base: 10, extra: 'kept' } },
  ],
};

/** The editor in an antd form with the platform's ways: values set from outside, sent by Submit once they are valid. */
function setup(field?: Values, server: FakeServer = editorServer()) {
  const sent: Values[] = [];
  let refuse: ((thrown: unknown) => never) | undefined;
  const app = {
    apiClient: {
      request: server.send,
      axios: {
        interceptors: {
          response: { use: (_: unknown, failed?: (thrown: unknown) => never) => (refuse = failed) },
        },
      },
    },
    i18n: { language: 'en-US', t: translate },
  };
  watchRefusedSaves(app);
  const Editor = createFormPatternEditor(app);
  function Dialog() {
    const [form] = Form.useForm();
    const props: FieldConfigureProps = { form, mode: field ? 'edit' : 'create', collection: { name: 'orders' } };
    const initial = field ?? {
      name: 'f_1',
      unique: true,
      patterns: [{ type: 'integer', options: { digits: 4, start: 1 } }],
    };
    const submit = () =>
      form.validateFields().then(
        (values: Values) => void sent.push(values),
        () => undefined,
      );
    return (
      <Form form={form} initialValues={initial}>
        <Editor {...props} />
        <Button onClick={() => void submit()}>Submit</Button>
      </Form>
    );
  }
  renderPage(<Dialog />, server);
  const user = userEvent.setup({ pointerEventsCheck: 0 });
  const submit = () => user.click(screen.getByRole('button', { name: 'Submit' }));
  const saved = async () => {
    await submit();
    await waitFor(() => expect(sent).not.toEqual([]), { timeout: 15_000 });
    return sent[sent.length - 1] as { patterns: { type: string; options: Values }[] } & Values;
  };
  const refuseSave = (error: Error) => {
    const thrown = Object.assign(error, { config: { url: 'collections/orders/fields:update' } });
    expect(() => refuse?.(thrown)).toThrow(error);
  };
  return { user, server, sent, submit, saved, refuseSave };
}

describe('the pattern editor in an antd form', () => {
  it('starts a new field with a number and saves a template as it was shown', async () => {
    const { user, saved } = setup();
    await nextNumber('0001');
    await user.click(screen.getByRole('button', { name: /Starts again each year/ }));
    await nextNumber('INV-2026-0001');
    expect(chipKinds()).toHaveLength(4);
    expect(await saved()).toMatchObject({
      unique: true,
      timezone: null,
      patterns: [
        { type: 'string', options: { value: 'INV-' } },
        { type: 'date', options: { format: 'YYYY' } },
        { type: 'string', options: { value: '-' } },
        { type: 'integer', options: { digits: 4, start: 1, cycle: '0 0 1 1 *' } },
      ],
    });
  });

  it('offers the template for each related record with its code in the number', async () => {
    const { user, saved } = setup();
    await user.click(await screen.findByRole('button', { name: /For each Customer/ }));
    expect((await saved()).patterns).toEqual([
      { type: 'field', options: { path: 'customer.code' } },
      { type: 'string', options: { value: '-' } },
      { type: 'integer', options: { digits: 4, start: 1, scope: ['customer'] } },
    ]);
  });

  it('adds, edits, moves and removes parts by keyboard, and says so', async () => {
    const { user, saved } = setup(SAVED);
    await nextNumber('DH-00001');
    await addPart(user, /Date/);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Format' }));
    const added = chip(/Date, part/);
    added.focus();
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}');
    expect(chipKinds()).toEqual(['Fixed text', 'Date', 'Counter']);
    screen.getByText(/^Date .+ moved to place 2 of 3$/, { selector: '[role=status]' });
    chip(/Fixed text, part/).focus();
    await user.keyboard('{Delete}');
    expect(chipKinds()).toEqual(['Date', 'Counter']);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add part' }));
    expect((await saved()).patterns.map(({ type }) => type)).toEqual(['date', 'integer']);
  });

  it('keeps key and unknown options of a counter over a change of its kind and back', async () => {
    const { user, saved } = setup(SAVED);
    await nextNumber('DH-00001');
    await user.click(chip(/Counter, part/));
    await choose(user, 'Kind of part', 'Date');
    await choose(user, 'Kind of part', 'Counter');
    const digits = screen.getByRole('spinbutton', { name: 'Digits' });
    fireEvent.change(digits, { target: { value: '6' } });
    expect((await saved()).patterns[1]).toEqual({
      type: 'integer',
      options: { ...SAVED.patterns[1].options, digits: 6 },
    });
  });

  it('gives a counter that was removed and added again its key back', async () => {
    const { user, saved } = setup(SAVED);
    await nextNumber('DH-00001');
    await user.click(screen.getByRole('button', { name: /^Remove Counter/ }));
    await addPart(user, /Counter/);
    expect((await saved()).patterns[1].options).toMatchObject({ key: 7 });
  });

  it('drops what the built-in editors leave behind, and nothing else', async () => {
    const junk = SAVED.patterns.map((part, index) => ({ ...part, __DO_NOT_USE_THIS_PROPERTY_index__: index }));
    const { user, saved } = setup({ ...SAVED, patterns: junk });
    await nextNumber('DH-00001');
    await user.click(screen.getByRole('checkbox', { name: 'People may type a number' }));
    expect((await saved()).patterns).toEqual(SAVED.patterns);
  });

  it('shows a refused option at its part, and saves nothing until it is right', async () => {
    const { user, sent, submit, saved } = setup(SAVED);
    await nextNumber('DH-00001');
    await user.click(chip(/Fixed text, part/));
    const text = screen.getByRole('textbox', { name: 'Text' });
    fireEvent.change(text, { target: { value: '' } });
    await user.click(chip(/Counter, part/));
    await submit();
    await screen.findByText('The number pattern cannot be saved like this. What is wrong is marked above.');
    expect(sent).toEqual([]);
    const again = screen.getByRole('textbox', { name: 'Text' });
    expect(about(again)).toMatch(/The fixed text must not be empty\./);
    expect(again.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(again, { target: { value: 'X-' } });
    expect((await saved()).patterns[0].options).toEqual({ value: 'X-' });
  });

  it('shows what the server refuses in the save itself at its part', async () => {
    const { refuseSave } = setup(SAVED);
    await nextNumber('DH-00001');
    refuseSave(badPattern('SQLite keeps numbers exact up to 15 digits.', 'patterns[1].options.digits'));
    const digits = await screen.findByRole('spinbutton', { name: 'Digits' });
    expect(about(digits)).toMatch(/SQLite keeps numbers exact/);
  });

  it('saves a change of live numbers only after it was accepted, and asks again after another change', async () => {
    const changes = [{ code: 'NUMBERS_JUMP', severity: 'confirm', message: 'They jump.', path: 'patterns[1]' }];
    const server = editorServer({
      'sequences:preview': ({ data }: any) => {
        const start = Number(data.patterns[1]?.options.start);
        return previewOf(data.patterns, start, start > 1 ? { saved: { next: 'DH-00004' }, changes } : {});
      },
    });
    const { user, sent, submit, saved } = setup(SAVED, server);
    await nextNumber('DH-00001');
    await user.click(chip(/Counter, part/));
    const start = screen.getByRole('spinbutton', { name: 'Starts at' });
    fireEvent.change(start, { target: { value: '500' } });
    await nextNumber('DH-00500');
    const table = await screen.findByRole('table', { name: 'The next number' });
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toEqual(['NowDH-00004', 'After savingDH-00500']);
    await submit();
    await screen.findByText(/Confirm that above/);
    await user.click(screen.getByRole('checkbox', { name: /want this change/ }));
    fireEvent.change(start, { target: { value: '600' } });
    await nextNumber('DH-00600');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /want this change/ }).checked).toBe(false);
    expect(sent).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: /want this change/ }));
    expect((await saved()).patterns[1].options).toMatchObject({ start: 600, key: 7 });
  });

  it('refuses a change that the server calls an error, at its option', async () => {
    const changes = [
      {
        code: 'DIGITS_BELOW_CURRENT',
        severity: 'error',
        message: 'It does not fit.',
        path: 'patterns[1].options.digits',
      },
    ];
    const server = editorServer({ 'sequences:preview': ({ data }: any) => previewOf(data.patterns, 44, { changes }) });
    const { submit, sent } = setup(SAVED, server);
    await nextNumber('DH-00044');
    await submit();
    expect(about(await screen.findByRole('spinbutton', { name: 'Digits' }))).toMatch(/It does not fit\./);
    expect(sent).toEqual([]);
  });

  it('switches Unique on for a field that exists once no number occurs twice', async () => {
    const found = { total: 6, duplicates: [{ value: 'DH-00003', count: 2, ids: [1, 2] }] };
    const answers: Record<string, object> = { 'sequences:duplicates': { data: found } };
    const { user, server, submit, sent, saved } = setup(SAVED, editorServer(answers));
    await nextNumber('DH-00001');
    const unique = screen.getByRole('checkbox', { name: 'Unique' });
    await user.click(unique);
    await screen.findByText('DH-00003 × 2');
    expect(server.of('sequences:duplicates')[0].data).toEqual({ collection: 'orders', field: 'code' });
    await submit();
    await screen.findByText('Unique cannot be switched on: numbers occur twice.');
    expect(sent).toEqual([]);
    server.answers['sequences:duplicates'] = { data: { total: 0, duplicates: [] } };
    await user.click(unique);
    await user.click(unique);
    await waitFor(() => expect(screen.queryByText('DH-00003 × 2')).toBeNull());
    expect(await saved()).toMatchObject({ unique: true });
  });

  it('names resets, starts a custom one from the present cycle and says it in words', async () => {
    const times = ['2026-11-30T17:00:00.000Z', '2026-12-31T17:00:00.000Z'];
    const server = editorServer({
      'sequences:preview': ({ data }: any) => {
        if (data.patterns[1].options.cycle === 'bogus') throw badPattern('No cron.', 'patterns[1].options.cycle');
        return previewOf(data.patterns, 1, { resets: [{ index: 1, times }] });
      },
    });
    const { user, saved } = setup(SAVED, server);
    await nextNumber('DH-00001');
    await user.click(chip(/Counter, part/));
    await choose(user, 'Starts again', 'Each month');
    await screen.findByText('Next: Dec 1, 2026 · Jan 1, 2027');
    await choose(user, 'Starts again', 'Custom (cron)');
    const cron = screen.getByRole('textbox', { name: 'Cron expression' });
    expect((cron as HTMLInputElement).value).toBe('0 0 1 * *');
    fireEvent.change(cron, { target: { value: 'bogus' } });
    await screen.findByText('No cron.');
    expect(screen.queryByText(/^Next: /)).toBeNull();
    fireEvent.change(cron, { target: { value: '0 6 * * 1' } });
    await screen.findByText('At 06:00, only on Monday');
    expect((await saved()).patterns[1].options).toMatchObject({ cycle: '0 6 * * 1', key: 7 });
  });

  it('sends null for the time zone of the app, so that a saved one goes away', async () => {
    const { user, saved } = setup({ ...SAVED, timezone: 'Europe/Paris' });
    await nextNumber('DH-00001');
    await choose(user, 'Time zone', 'As the app (Asia/Ho_Chi_Minh)');
    expect(await saved()).toHaveProperty('timezone', null);
  });

  it('keeps a part of another plugin as it is', async () => {
    const foreign = { type: 'acme-check', options: { modulus: 97 } };
    const { user, saved } = setup({ ...SAVED, patterns: [...SAVED.patterns, foreign] });
    await nextNumber('DH-00001?');
    await user.click(chip(/acme-check, part/));
    screen.getByText('This part comes from another plugin. It is kept as it is.');
    await user.click(screen.getByRole('button', { name: 'Move left' }));
    expect((await saved()).patterns[1]).toEqual(foreign);
  });

  it('can be used when the server cannot be asked', async () => {
    const { user, saved } = setup(
      SAVED,
      editorServer({ 'sequences:preview': () => Promise.reject(new Error('Network Error')) }),
    );
    await screen.findByText('Network Error');
    await user.click(chip(/Counter, part/));
    expect((await saved()).patterns).toEqual(SAVED.patterns);
  });

  it.each<[string, Answer]>([
    ['to someone without the right to ask', () => Promise.reject(refusal(403, 'No permissions'))],
    ['by a fault of the server', () => Promise.reject(refusal(500, 'Internal Server Error'))],
    ['with nothing', {}],
    ['with null', { data: null }],
    ['with an answer of another kind', { data: [1, 'x'] }],
  ])('can be used when it is answered %s', async (_, answer) => {
    const actions = ['sequences:preview', 'sequences:duplicates', 'collections:listMeta', 'systemSettings:get'];
    const server = editorServer(Object.fromEntries(actions.map((action) => [action, answer])));
    const { user, saved } = setup(SAVED, server);
    await waitFor(() => expect(server.of('sequences:preview')).not.toEqual([]));
    await user.click(chip(/Counter, part/));
    await addPart(user, /Fixed text/);
    await user.type(screen.getByRole('textbox', { name: 'Text' }), 'X');
    const { patterns } = await saved();
    expect(patterns.slice(0, 2)).toEqual(SAVED.patterns);
    expect(patterns[2]).toMatchObject({ type: 'string', options: { value: expect.stringContaining('X') } });
  });

  it('does not hold a save back for an answer that does not come', async () => {
    const { saved } = setup(SAVED, editorServer({ 'sequences:preview': () => new Promise(() => undefined) }));
    const done = saved();
    await screen.findByText(/^The preview takes too long\./, undefined, { timeout: 15_000 });
    expect((await done).patterns).toEqual(SAVED.patterns);
  }, 30_000);

  it('has no accessibility fault that axe knows, with any kind of part open', async () => {
    const { user } = setup();
    await nextNumber('0001');
    for (const kind of [/Fixed text/, /Date/, /Field value/, /Random/, /Counter/]) {
      await addPart(user, kind);
      const { violations } = await axe.run(document.body, {
        // Colours are not to be known here, and the page around is not ours.
        rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
      });
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    }
  }, 60_000);
});
