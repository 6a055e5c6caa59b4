import fc from 'fast-check';
import { shapeOf } from '../../src/server/sequence/pattern/shape';

test('many parts of no fixed length divide a text as one expression does', () => {
  const source = fc.constantFrom('[0-9]{1,3}', '[0-9]{2}', 'a-', '.*', '[a-z]{1,2}');
  fc.assert(
    fc.property(
      fc.array(source, { minLength: 4, maxLength: 8 }),
      fc.stringMatching(/^[0-9a-]{0,9}$/),
      (sources, text) => {
        const whole = new RegExp(`^${sources.map((part) => `(${part})`).join('')}$`).exec(text);
        expect(shapeOf(sources)(text)).toEqual(whole?.slice(1) ?? null);
      },
    ),
    { numRuns: 2000 },
  );
});

test('a text of another shape is told in time, whatever the parts', () => {
  for (const source of ['[0-9]{1,18}', '.*'])
    expect(shapeOf([...Array.from({ length: 100 }, () => source), 'end'])('1'.repeat(255))).toBeNull();
});
