import { backoff } from '../../src/server/foundation/backoff';
import { classifyDatabaseError } from '../../src/server/foundation/database-error';
import { Busy, InvalidInput, fill } from '../../src/server/foundation/errors';

test.each([
  [{ original: { code: '40P01' } }, 'deadlock'],
  [{ parent: { errno: 1213 } }, 'deadlock'],
  [{ original: { code: '40001' } }, 'deadlock'],
  [{ original: { code: '55P03' } }, 'lock-timeout'],
  [{ parent: { errno: 1205 } }, 'lock-timeout'],
  [{ original: { code: 'SQLITE_BUSY' } }, 'lock-timeout'],
  [new Busy({ original: { code: '40P01' } }), 'deadlock'],
  [new Error('x', { cause: { original: { code: '55P03' } } }), 'lock-timeout'],
  [{ original: { code: '23505' } }, 'other'],
  [undefined, 'other'],
])('%p is %s', (error, kind) => {
  expect(classifyDatabaseError(error)).toBe(kind);
});

test('an error fills its text, keeps its template, and says that trying again can help', () => {
  const error = new InvalidInput([
    { message: 'The field "{{field}}" does not exist.', path: 'a', params: { field: '{{x}}' } },
  ]);
  expect([error.message, error.template, error.status, error.retryable]).toEqual([
    'The field "{{x}}" does not exist.',
    'The field "{{field}}" does not exist.',
    400,
    false,
  ]);
  expect(new Busy().retryable).toBe(true);
  expect(fill('{{a}} {{b}}', { a: 1 })).toBe('1 {{b}}');
});

test('waits grow with the tries and stay in their window', () => {
  for (let i = 0; i < 200; i++) {
    expect(backoff(1)).toBeLessThanOrEqual(50);
    expect(backoff(9)).toBeLessThanOrEqual(1250);
    expect(backoff(3)).toBeGreaterThanOrEqual(40);
  }
});
