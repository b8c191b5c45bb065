/** How people type numbers and codes, and which numbers keep their value. We write `String(value)`. */

/**
 * Reads a number that a person typed, in any language: a decimal point or comma, digits of any script, an
 * exponent. It is wrong where two readers could see two numbers, and where a number would lose digits.
 */
export function readNumber(text: string): { value: number } | { wrong: string } {
  if (text.length > LONGEST) return { wrong: 'Expected a number' };
  const { sign = '', amount = '', exponent = '' } = NUMBER.exec(plain(text))?.groups ?? {};
  const minus = sign === '-' ? '-' : '';
  const [, whole = '', part = ''] = ONE_SIGN.exec(amount) ?? [];
  if (exponent === '' && COULD_BE_GROUPED.test(amount)) {
    return { wrong: `Write ${minus}${whole}${part} or ${minus}${whole}.${asDecimals(part)}` };
  }
  const decimal = whole + part === '' ? ungrouped(amount) : `${whole}.${part}`;
  if (decimal === null) return { wrong: 'Expected a number' };
  const written = `${minus}${decimal}${exponent}`;
  const value = Number(written);
  return isKept(written) ? { value } : { wrong: tooLong(written) };
}

/** Nobody types more. */
const LONGEST = 1000;

/** Says why a number is refused where a number of JavaScript must do. */
export function tooLong(written: string): string {
  const nearest = Number(written);
  if (!Number.isFinite(nearest)) return 'This number is too large';
  return `Too many digits to keep. The nearest number is ${nearest}`;
}

/** Returns whether a number, as JSON writes it, is the same in value once it has been read. */
export function isKept(written: string): boolean {
  const value = Number(written);
  const shortest = String(value);
  if (shortest === written) return true;
  return Number.isFinite(value) && compareNumbers(shortest, written) === 0;
}

/** Compares two numbers as JSON writes them, however many digits they have. */
export function compareNumbers(one: string, other: string): number {
  const [a, b] = [decimalOf(one), decimalOf(other)];
  if (a.sign !== b.sign) return a.sign - b.sign;
  const size = a.digits.length + a.exponent - (b.digits.length + b.exponent);
  if (size !== 0 && a.sign !== 0) return Math.sign(size) * a.sign;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -a.sign : a.sign;
}

/** The digits without outer zeros, and the exponent of the last: equal for equal numbers. */
export function decimalOf(written: string) {
  const [, minus = '', whole = '', part = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([-+]?\d+))?$/.exec(written) ?? [];
  const all = whole + part;
  let from = 0;
  while (all[from] === '0') from++;
  let to = all.length;
  while (to > from && all[to - 1] === '0') to--;
  const digits = all.slice(from, to);
  if (digits === '') return { sign: 0, digits: '0', exponent: 0 };
  const sign = minus === '' ? 1 : -1;
  return { sign, digits, exponent: Number(exponent) - part.length + all.length - to };
}

/** Returns a code as it was given out, however it was typed: with blanks, hyphens or full-width letters. */
export const typedCode = (text: string): string =>
  withAsciiDigits(text.normalize('NFKC'))
    .replace(/[\s\p{Pd}\p{Cf}]/gu, '')
    .toUpperCase();

/** Replaces the digits of every script by those of ASCII, but not `²` and `①`. */
export const withAsciiDigits = (text: string): string =>
  text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    // Digits are encoded in rows of ten, from zero to nine.
    let zero = code;
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
    return String((code - zero) % 10);
  });

/** Without the marks that Arabic and Hebrew texts have around numbers, and in ASCII where it means the same. */
const plain = (text: string): string =>
  withAsciiDigits(text.replace(/[\u061C\u200E\u200F]/g, '').trim())
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace('\u2212', '-');

const NUMBER = /^(?<sign>[-+]?)(?<amount>[^-+eE]+)(?<exponent>(?:[eE][-+]?\d+)?)$/;
/** U+066B is the decimal sign of Arabic. */
const ONE_SIGN = /^(\d*)(?:[.,\u066B](\d*))?$/;
const COULD_BE_GROUPED = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * One blank, apostrophe, U+066C, point or comma between groups of three, or in India of two before the last;
 * then perhaps another sign, for the decimals.
 */
const GROUPED = [
  /^([1-9]\d{0,2}([.,\u066C'\u2019 \u00A0\u2009\u202F])\d{3}(?:\2\d{3})*)(?:(?!\2)[.,\u066B](\d*))?$/,
  /^([1-9]\d?([,\u066C])\d{2}(?:\2\d{2})*\2\d{3})(?:[.\u066B](\d*))?$/,
];

/** Removes the groups; null for anything but a number. */
function ungrouped(amount: string): string | null {
  const [, whole, , part = ''] = GROUPED.map((form) => form.exec(amount)).find(Boolean) ?? [];
  return whole === undefined ? null : `${whole.replace(/\D/g, '')}.${part}`;
}

/** Writes three decimals so that they can't be a group: `000` as `0`, `234` as `2340`. */
function asDecimals(part: string): string {
  const short = part.replace(/0{1,2}$/, '');
  return short.length === 3 ? `${short}0` : short;
}
