import { expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  canonicalJson,
  countLong,
  isLongNumber,
  longNumbers,
  parseJson,
} from '../../src/core/json.ts';
import { compareNumbers, isKept } from '../../src/core/numbers.ts';
import { numberText } from '../support/texts/numbers.ts';

test('writes every number as it was read, or equal in value', () => {
  fc.assert(
    fc.property(numberText, fc.string(), (number, text) => {
      const value = parseJson(`{"a":[${number}],"${number}":${JSON.stringify(text)}}`) as {
        a: [unknown];
      };
      expect(compareNumbers(JSON.stringify(value.a[0]), number)).toBe(0);
      expect(isLongNumber(value.a[0])).toBe(!isKept(number));
      expect(compareNumbers(canonicalJson(value.a).slice(1, -1), number)).toBe(0);
    }),
    { numRuns: 1000 },
  );
});

test('compares numbers as decimals', () => {
  const exact = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(5));
  fc.assert(
    fc.property(exact, exact, ([one, places], [other, more]) => {
      const at = 10n ** BigInt(5 - places) * one - 10n ** BigInt(5 - more) * other;
      const sign = at === 0n ? 0 : at > 0n ? 1 : -1;
      expect(Math.sign(compareNumbers(`${one}e-${places}`, `${other}e-${more}`))).toBe(sign);
    }),
  );
});

test('names where long numbers are, and ignores the digits of texts', () => {
  const text = '{"a":{"b":[1,1e400]},"c":"9007199254740993","d":9007199254740993}';
  expect(longNumbers(parseJson(text))).toEqual([
    { path: ['a', 'b', '1'], written: '1e400' },
    { path: ['d'], written: '9007199254740993' },
  ]);
  expect(countLong('{"9007199254740993":"1e9 \\" 123456789012345678"}', 9)).toBe(0);
  expect(countLong('[1e9,1.234567890123456,123456789012345,1E1]', 9)).toBe(3);
  expect(countLong('[1e9,1e9,1e9]', 2)).toBe(2);
});
