import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isKept, readNumber, withAsciiDigits } from '../../src/core/numbers.ts';

const read: [typed: string, value: number][] = [
  ['1000', 1000],
  ['1.0', 1],
  ['1,5', 1.5],
  ['1.25', 1.25],
  ['1.2345', 1.2345],
  ['0,125', 0.125],
  ['0.125', 0.125],
  ['1000.125', 1000.125],
  ['.5', 0.5],
  [',5', 0.5],
  ['5.', 5],
  ['+5', 5],
  ['-5', -5],
  ['−5', -5],
  [' 7 ', 7],
  ['1e5', 100_000],
  ['5E-7', 5e-7],
  ['1,5e+3', 1500],
  ['1.234e-7', 1.234e-7],
  ['0.0000005', 5e-7],
  ['1,234.50', 1234.5],
  ['1.234,50', 1234.5],
  ['1,234,567', 1_234_567],
  ['1.234.567,8', 1_234_567.8],
  ['12,34,567.5', 1_234_567.5],
  ['1 000', 1000],
  ['1\u202f000\u202f000,5', 1_000_000.5],
  ['1’000.5', 1000.5],
  ["1'000", 1000],
  ['\u0663\u066b\u0665', 3.5],
  ['\u061c-\u0661\u066c\u0660\u0660\u0660', -1000],
  ['१२.५', 12.5],
  ['１２．５', 12.5],
  ['9007199254740992', 2 ** 53],
  ['0.30000000000000004', 0.1 + 0.2],
];

test.each(read)('reads %j as %p', (typed, value) => {
  expect(readNumber(typed)).toEqual({ value });
});

const refused: [typed: string, wrong: string][] = [
  ['1,000', 'Write 1000 or 1.0'],
  ['1.000', 'Write 1000 or 1.0'],
  ['-1.500', 'Write -1500 or -1.5'],
  ['１，０００', 'Write 1000 or 1.0'],
  ['12,345', 'Write 12345 or 12.3450'],
  ['999.990', 'Write 999990 or 999.99'],
  ...['', '.', '-', 'e5', '1e', 'ten', '1.2.3', '1,2,3', '1,234,5', '1,234,', '1 0', '1_000'].map(
    (typed): [string, string] => [typed, 'Expected a number'],
  ),
  ...['0x10', 'Infinity', 'NaN', '1²', '½', '①', '5 €', '--5', '1,234.567,8'].map(
    (typed): [string, string] => [typed, 'Expected a number'],
  ),
  ['1e400', 'This number is too large'],
  ['1e-400', 'Too many digits to keep. The nearest number is 0'],
  ['9007199254740993', 'Too many digits to keep. The nearest number is 9007199254740992'],
  ['0.1000000000000000055511151231257827', 'Too many digits to keep. The nearest number is 0.1'],
];

test.each(refused)('refuses %j: %s', (typed, wrong) => {
  expect(readNumber(typed)).toEqual({ wrong });
});

test('reads every number back as it was written, unless it could be a group of thousands', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      const written = String(value);
      const found = readNumber(written);
      if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(written)) expect(found).toHaveProperty('wrong');
      else expect(found).toEqual({ value: value === 0 ? 0 : value });
    }),
  );
});

test.each(['en-US', 'de-DE', 'ar-EG', 'hi-IN', 'fr-FR', 'de-CH', 'fa-IR'])(
  'reads what %s writes, or says that it is ambiguous',
  (locale) => {
    const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 15 });
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), fc.nat(4), (digits, places) => {
        const value = Number((digits / 10 ** places).toFixed(places));
        const found = readNumber(format.format(value));
        if ('value' in found) expect(found.value).toBe(value === 0 ? 0 : value);
        else expect(found.wrong).toStartWith('Write ');
      }),
    );
  },
);

test('reads any text without an error', () => {
  const unit = fc.constantFrom(...'0179.,-+eE ’\u0665\u066b\u066c१１．\u2212\ud800');
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (text) => {
      const found = readNumber(text);
      if ('value' in found) expect(isKept(String(found.value))).toBe(true);
    }),
  );
});

test('compares a number with what is read from it by value, not by its text', () => {
  for (const same of ['1', '1.0', '1e0', '10E-1', '-0', '0.10', '5e-324', '1E+21', '0.1e1']) {
    expect([same, isKept(same)]).toEqual([same, true]);
  }
  for (const other of ['9007199254740993', '1e400', '2e-324', '123456789.123456789', '1e-400']) {
    expect([other, isKept(other)]).toEqual([other, false]);
  }
});

test('turns the digits of every script into those of ASCII, and nothing else', () => {
  expect(withAsciiDigits('٤٥٦ 零 ０１２-৩ 𝟗 ² ①')).toBe('456 零 012-3 9 ² ①');
});
