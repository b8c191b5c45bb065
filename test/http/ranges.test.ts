import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { matchesIfNoneMatch, rangeOf } from '../../src/http/ranges.ts';

const number = fc.oneof(fc.nat(30), fc.maxSafeNat()).map(String);

test('returns the bytes that RFC 9110 specifies for any range', () => {
  const ends = fc.tuple(fc.oneof(number, fc.constant('')), fc.oneof(number, fc.constant('')));
  fc.assert(
    fc.property(ends, fc.nat(20), ([first, last], size) => {
      const file = Array.from({ length: size }, (_, at) => at);
      const named = file.filter((at) => isNamed(at, size, first, last));
      const got = rangeOf(`bytes=${first}-${last}`, size);
      if (isSenseless(first, last)) expect(got).toBe('whole');
      else if (named.length === 0) expect(got).toBe('unsatisfiable');
      else expect(typeof got === 'object' && file.slice(got.start, got.end)).toEqual(named);
    }),
    { numRuns: 5000 },
  );
});

/** The standard's own words, one byte at a time. */
function isNamed(at: number, size: number, first: string, last: string): boolean {
  if (first === '') return BigInt(at) >= BigInt(size) - BigInt(last || 0);
  return BigInt(at) >= BigInt(first) && (last === '' || BigInt(at) <= BigInt(last));
}

const isSenseless = (first: string, last: string) =>
  first === '' ? last === '' : last !== '' && BigInt(last) < BigInt(first);

test('returns a range within the file for any header', () => {
  const anything = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...'bytes=0123,- ') }).map((text) => `bytes=${text}`),
  );
  fc.assert(
    fc.property(anything, fc.nat(20), (header, size) => {
      const got = rangeOf(header, size);
      if (typeof got === 'string') return;
      expect(got.start).toBeGreaterThanOrEqual(0);
      expect(got.end).toBeGreaterThan(got.start);
      expect(got.end).toBeLessThanOrEqual(size);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  [null],
  [''],
  ['bytes=0-1,4-5'],
  ['lines=0-1'],
  ['bytes=5-2'],
  ['bytes=-'],
  ['bytes=1.5-2'],
  ['bytes 0-1'],
])('returns the whole file for %j', (header) => {
  expect(rangeOf(header, 10)).toBe('whole');
});

test.each([
  [null, false],
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
])('If-None-Match %j matches: %p', (header, holds) => {
  expect(matchesIfNoneMatch(header, '"a"')).toBe(holds);
});
