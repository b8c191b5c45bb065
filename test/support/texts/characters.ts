/** Units of fast-check's strings. */
import fc from 'fast-check';

const FIRST_HALF = 0xd800;
const HALVES = 0x800;

/** Any character. fast-check's own `binary` makes a list of all of them first, which takes 0.7 s. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - HALVES }).map(
  (at) => String.fromCodePoint(at < FIRST_HALF ? at : at + HALVES),
  (text) => {
    const [code = 0, ...more] = Array.from(String(text), (one) => one.codePointAt(0) ?? 0);
    const isHalf = code >= FIRST_HALF && code < FIRST_HALF + HALVES;
    if (text === '' || more.length > 0 || isHalf) throw new Error('It is not one character');
    return code < FIRST_HALF ? code : code - HALVES;
  },
);
