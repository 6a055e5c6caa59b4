/** @jest-environment jsdom */
import './support/dom';
import { createForm } from '@formily/core';
import { createSchemaField, FormProvider } from '@formily/react';
import { toJS } from '@formily/reactive';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFormilyPatternEditor } from '../../src/client/editor/FormilyPatternEditor';
import { about, addPart, chip, chipKinds, editorServer, nextNumber, translate } from './support/editor';
import { renderPage } from './support/page';

type Values = Record<string, unknown>;

const SAVED = {
  key: 'field-key',
  name: 'code',
  collectionName: 'orders',
  interface: 'sequence',
  unique: false,
  patterns: [
    { type: 'string', options: { value: 'DH-' } },
    { type: 'integer', options: { digits: 5, start: 1, key: 7, base: 16 } },
  ],
};

/** The editor as a field of a Formily form, whose values come after it is drawn, as in the classic client. */
function setup(values: Values) {
  const server = editorServer();
  const app = { apiClient: { request: server.send }, i18n: { language: 'en-US', t: translate } };
  const Editor = createFormilyPatternEditor(app, () => 'orders');
  const SchemaField = createSchemaField();
  const form = createForm();
  const schema = { type: 'object', properties: { patterns: { 'x-component': Editor } } };
  renderPage(
    <FormProvider form={form}>
      <SchemaField schema={schema} />
    </FormProvider>,
    server,
  );
  form.setValues(values);
  const submitted = () =>
    form.submit().then(
      () => toJS(form.values) as Values & { patterns: { type: string; options: Values }[] },
      () => undefined,
    );
  return { server, form, submitted, user: userEvent.setup({ pointerEventsCheck: 0 }) };
}

describe('the pattern editor in a Formily form', () => {
  it('gives a new field a number to start with, unique, in the collection around', async () => {
    const { submitted, server } = setup({ name: 'f_1', interface: 'sequence' });
    await nextNumber('0001');
    expect(await submitted()).toMatchObject({
      unique: true,
      patterns: [{ type: 'integer', options: { digits: 4, start: 1 } }],
    });
    const asked = server.of('sequences:preview')[0].data as Values;
    expect(asked).toMatchObject({ collection: 'orders' });
    expect(asked.field).toBeUndefined();
  });

  it('edits a field that exists without losing its key, and previews from its counters', async () => {
    const { user, submitted, server } = setup(SAVED);
    await nextNumber('DH-00001');
    await addPart(user, /Date/);
    await user.click(screen.getByRole('button', { name: 'Move left' }));
    expect(chipKinds()).toEqual(['Fixed text', 'Date', 'Counter']);
    const values = await submitted();
    expect(values?.patterns.map(({ type }) => type)).toEqual(['string', 'date', 'integer']);
    expect(values?.patterns[2]).toEqual(SAVED.patterns[1]);
    const asked = server.of('sequences:preview').map(({ data }) => data as Values);
    expect(asked[asked.length - 1]).toMatchObject({ collection: 'orders', field: 'code', unique: false });
  });

  it('keeps the form from being sent while a part is wrong', async () => {
    const { user, submitted } = setup(SAVED);
    await nextNumber('DH-00001');
    await user.click(chip(/Fixed text, part/));
    fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: '' } });
    expect(await submitted()).toBeUndefined();
    await waitFor(() => expect(about(screen.getByRole('textbox', { name: 'Text' }))).toMatch(/must not be empty/));
    fireEvent.change(screen.getByRole('textbox', { name: 'Text' }), { target: { value: 'X-' } });
    expect((await submitted())?.patterns[0].options).toEqual({ value: 'X-' });
  });

  it('writes the options around the pattern into the form', async () => {
    const { user, submitted } = setup(SAVED);
    await nextNumber('DH-00001');
    await user.click(screen.getByRole('checkbox', { name: 'Unique' }));
    await user.click(screen.getByRole('checkbox', { name: 'People may type a number' }));
    await user.click(screen.getByRole('checkbox', { name: 'A typed number must have this shape' }));
    expect(await submitted()).toMatchObject({ unique: true, inputable: true, match: true });
  });
});
