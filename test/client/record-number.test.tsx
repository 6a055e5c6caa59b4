/** @jest-environment jsdom */
import './support/dom';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Input } from 'antd';
import { createNumberHints } from '../../src/client-v2/record/number-hints';
import { createRecordNumber } from '../../src/client-v2/record/RecordNumber';
import type { RecordNumberProps } from '../../src/client-v2/record/RecordNumber';

const t = (key: string, values?: Record<string, string | number>) =>
  key.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values?.[name] ?? ''));

/** A client whose server answers hints with these, one after the other; an Error is a refusal. */
function fakeClient(...answers: (string | null | Error)[]) {
  const asked: { params?: Record<string, unknown>; skipNotify?: boolean; skipAuth?: boolean }[] = [];
  let seen: (response: { config: { url: string } }) => unknown = () => undefined;
  const request = (config: (typeof asked)[number]) => {
    asked.push(config);
    const answer = answers[Math.min(asked.length, answers.length) - 1];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ data: { data: { value: answer } } });
  };
  const axios = { interceptors: { response: { use: (listener: typeof seen) => (seen = listener) } } };
  const app = { apiClient: { request, axios }, i18n: { language: 'en-US', t } };
  const hints = createNumberHints(app);
  return {
    asked,
    RecordNumber: createRecordNumber(hints, t),
    answered: (url: string) => act(() => void seen({ config: { url } })),
  };
}

const props = (more: Partial<RecordNumberProps>): RecordNumberProps => ({
  state: 'coming',
  collection: 'orders',
  field: 'code',
  values: {},
  isAlone: true,
  label: 'Code',
  onClear: () => undefined,
  drawInput: (placeholder) => <Input placeholder={placeholder} />,
  ...more,
});

const box = () => screen.getByRole<HTMLInputElement>('textbox');

describe('a number in a form', () => {
  it('that is given on save shows the number to come and takes no typing', async () => {
    const { RecordNumber, asked } = fakeClient('DH-00044');
    render(<RecordNumber {...props({ values: { customer: { id: 5 } } })} />);
    await waitFor(() => expect(box().value).toBe('DH-00044, given on save'));
    expect(screen.getByRole('textbox', { name: 'Code' })).toBe(box());
    expect(box().readOnly).toBe(true);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      params: { collection: 'orders', field: 'code', values: '{"customer":{"id":5}}' },
      skipNotify: true,
      skipAuth: true,
    });
  });

  it.each([
    ['is refused', new Error('403')],
    ['knows no number', null],
  ])('says only that it comes, when the hint %s', async (_, answer) => {
    const { RecordNumber } = fakeClient(answer);
    render(<RecordNumber {...props({})} />);
    await waitFor(() => expect(box().value).toBe('Given on save'));
  });

  it('that may be typed has the hint as its placeholder', async () => {
    const { RecordNumber } = fakeClient('DH-00044');
    render(<RecordNumber {...props({ state: 'optional' })} />);
    await waitFor(() => expect(box().placeholder).toBe('DH-00044, given on save'));
    expect(box().readOnly).toBe(false);
  });

  it('asks again when its values change, and when a record was saved', async () => {
    const { RecordNumber, asked, answered } = fakeClient('A-1', 'B-7', 'B-8');
    const { rerender } = render(<RecordNumber {...props({ values: { kind: 'A' } })} />);
    await waitFor(() => expect(box().value).toBe('A-1, given on save'));
    rerender(<RecordNumber {...props({ values: { kind: 'B' } })} />);
    await waitFor(() => expect(box().value).toBe('B-7, given on save'));
    answered('orders:list?page=1');
    answered('orders:create?triggerWorkflows=x');
    await waitFor(() => expect(box().value).toBe('B-8, given on save'));
    expect(asked).toHaveLength(3);
  });

  it('among several new rows asks for no number', async () => {
    const { RecordNumber, asked } = fakeClient('A-1');
    render(<RecordNumber {...props({ isAlone: false })} />);
    await waitFor(() => expect(box().value).toBe('Given on save'));
    expect(asked).toEqual([]);
  });

  it('of a stored record is shown as it is, and the server is not asked', () => {
    const { RecordNumber, asked } = fakeClient('A-1');
    render(<RecordNumber {...props({ state: 'fixed', value: 'A-0001' })} />);
    expect(box().value).toBe('A-0001');
    expect(box().readOnly).toBe(true);
    expect(asked).toEqual([]);
  });

  it('that a new record has carried over is taken away and never shown', async () => {
    const { RecordNumber } = fakeClient('A-2');
    const onClear = jest.fn();
    render(<RecordNumber {...props({ value: 'A-0001', onClear })} />);
    expect(onClear).toHaveBeenCalledTimes(1);
    expect(box().value).not.toContain('A-0001');
    await waitFor(() => expect(box().value).toBe('A-2, given on save'));
  });

  it.each(['optional', 'fixed', 'editable'] as const)('that is %s keeps what it holds', (state) => {
    const { RecordNumber } = fakeClient('A-2');
    const onClear = jest.fn();
    render(<RecordNumber {...props({ state, value: 'A-0001', onClear })} />);
    expect(onClear).not.toHaveBeenCalled();
  });
});
