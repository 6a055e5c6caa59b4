import fc from 'fast-check';
import type { NewEnvelope } from '../../src/server/outbox/envelope';
import {
  ACTION,
  PARTITIONS,
  partitionOf,
  readEnvelope,
  subjectOf,
  writeEnvelope,
} from '../../src/server/outbox/envelope';
import { safeText } from '../../src/server/outbox/safe-text';
import { newEventId } from '../../src/server/outbox/uuid';

const envelope = (after: Record<string, unknown>): NewEnvelope => ({
  specversion: '1.0',
  id: newEventId(),
  source: 'nocobase/main/1',
  type: 'Create_Order',
  subject: '1:1',
  time: '2026-01-01T00:00:00.000Z',
  datacontenttype: 'application/json',
  dataversion: '1',
  entitytypeid: 1,
  eventtypeid: 1,
  actiontypeid: ACTION.create,
  data: {
    recordId: '1',
    before: null,
    after,
    changed: {},
    actorId: null,
    actor: null,
    requestId: null,
    atomic: true,
  },
});

test('a subject is the record, or its hash past 50 characters', () => {
  expect(subjectOf(7, '42')).toBe('7:42');
  const long = 'x'.repeat(60);
  expect(subjectOf(7, long)).toMatch(/^7:h:[0-9a-f]{32}$/);
  expect(subjectOf(7, long)).not.toBe(subjectOf(7, `${long}y`));
  expect(subjectOf(1, 'x'.repeat(48))).toHaveLength(50);
  expect(subjectOf(7, 'h:00')).toMatch(/^7:h:[0-9a-f]{32}$/);
});

test('partitions never change from one version to the next', () => {
  expect(['1:1', '1:2', '2:1', '7:42'].map(partitionOf)).toEqual([12, 0, 15, 13]);
  const seen = new Set(Array.from({ length: 1000 }, (_, i) => partitionOf(`1:${i}`)));
  expect(seen.size).toBe(PARTITIONS);
});

test('what no database can hold is written out, all other text stays', () => {
  expect(safeText('a\u0000b')).toBe('a\\u0000b');
  expect(safeText('x\ud83dy')).toBe('x\\ud83dy');
  expect(safeText('\ude00')).toBe('\\ude00');
  expect(safeText('ä😀"\\n')).toBe('ä😀"\\n');
});

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

test('any JSON survives the way through the outbox, as far as it can be stored', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' })), (after) => {
      const text = writeEnvelope(envelope(after));
      expect(Buffer.from(text).toString()).toBe(text);
      const read = readEnvelope({ id: '12', payload: text });
      expect(read.sequence).toBe('00000000000000000012');
      const texts = textsIn(read);
      expect(texts.filter((found) => found.includes('\u0000') || Buffer.from(found).toString() !== found)).toEqual([]);
      const storable = textsIn(after).every((found) => safeText(found) === found);
      if (storable) expect(read.data?.after).toEqual(JSON.parse(JSON.stringify(after)));
    }),
  );
});

test.each([['{}'], ['null'], ['not json'], ['{"specversion":"0.3"}'], ['{"specversion":"1.0","id":1}']])(
  'a row that holds %s is refused',
  (payload) => {
    expect(() => readEnvelope({ id: 1, payload })).toThrow();
  },
);
