import dayjs from 'dayjs';
import { isStored, numberState } from '../../src/client-v2/record/number-state';
import { fieldsOfPatterns, pickValues } from '../../src/client-v2/record/pattern-fields';

const integer = (options: object) => ({ type: 'integer', options });

describe('the fields that a number depends on', () => {
  it.each([
    ['none', [integer({ digits: 4 }), { type: 'string', options: { value: 'a.b' } }], []],
    [
      'scopes, by the first part of their path',
      [integer({ scope: ['customer.region', 'kind'] })],
      ['customer', 'kind'],
    ],
    ['the date of the record', [{ type: 'date', options: { format: 'YYYY', field: 'orderedAt' } }], ['orderedAt']],
    ['a copied field', [{ type: 'field', options: { path: 'customer.code' } }], ['customer']],
    ['each once', [integer({ scope: ['kind'] }), { type: 'field', options: { path: 'kind' } }], ['kind']],
    ['unreadable patterns', 'none of this', []],
    ['a pattern without options', [{ type: 'integer' }, null], []],
  ])('%s', (_, patterns, names) => {
    expect(fieldsOfPatterns(patterns, [])).toEqual(names);
  });

  it('a foreign key stands for its association too', () => {
    const fields = [
      { name: 'customer', foreignKey: 'customerId' },
      { name: 'agent', foreignKey: 'agentId' },
      { name: 'note' },
    ];
    expect(fieldsOfPatterns([integer({ scope: ['customerId'] })], fields)).toEqual(['customer', 'customerId']);
  });
});

describe('the values sent for a hint', () => {
  it.each([
    ['single values', { kind: 'A', size: 3, urgent: false }, { kind: 'A', size: 3, urgent: false }],
    ['no empty ones', { kind: '', size: null, urgent: undefined }, {}],
    [
      'an associated record, cut to its single values',
      { kind: { id: 5, name: 'An', tags: [1], team: {} } },
      { kind: { id: 5, name: 'An' } },
    ],
    ['no lists', { kind: [{ id: 5 }] }, {}],
    [
      'dates as ISO text',
      { kind: new Date(0), size: dayjs(0) },
      { kind: '1970-01-01T00:00:00.000Z', size: '1970-01-01T00:00:00.000Z' },
    ],
    ['no broken dates', { kind: new Date(Number.NaN) }, {}],
  ])('%s', (_, values, sent) => {
    expect(pickValues({ ...values, secret: 'not asked for' }, ['kind', 'size', 'urgent'])).toEqual(sent);
  });

  it('nothing of no form', () => {
    expect(pickValues(undefined, ['kind'])).toEqual({});
  });
});

describe('the state of a number', () => {
  it.each([
    [false, false, 'coming'],
    [true, false, 'optional'],
    [false, true, 'fixed'],
    [true, true, 'editable'],
  ])('inputable %s, stored %s: %s', (inputable, stored, state) => {
    expect(numberState({ inputable }, stored)).toBe(state);
  });

  it.each([
    [{ id: 1 }, 'id', true],
    [{ id: 0 }, undefined, true],
    [{ id: null }, 'id', false],
    [{ code: 'A' }, 'id', false],
    [{ id: 1, uuid: 'x' }, ['id', 'uuid'], true],
    [{ id: 1 }, ['id', 'uuid'], false],
    [undefined, 'id', false],
    [{ id: 1 }, [], false],
  ])('%j with the key %j: stored %s', (record, key, stored) => {
    expect(isStored(record, key)).toBe(stored);
  });
});
