/** Codes that people read on one screen and type at another, such as `BCDF-GHJK`. */
import { randomInt, scrypt } from 'node:crypto';
import { typedCode } from '../numbers.ts';
import { inTurn } from './passwords.ts';

/** No vowels, so that no words appear, and no lookalikes of digits: 20^8 codes. */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const FORM = new RegExp(`^[${LETTERS}]{4}-[${LETTERS}]{4}$`);
const HASH_BYTES = 32;

export const newCode = (): string =>
  withHyphen(Array.from({ length: 8 }, () => LETTERS[randomInt(LETTERS.length)]).join(''));

/** Returns a code as it was given out: case, blanks, hyphens and full-width letters do not matter. */
export const codeIn = (text: string): string => withHyphen(typedCode(text));

const withHyphen = (letters: string) => `${letters.slice(0, 4)}-${letters.slice(4)}`;

/**
 * Returns the hash of a code that is a credential; null for what cannot be a code. It takes 50 ms: a reader of a
 * backup could try all codes with a fast one before the code expires. The salt is fixed, so that a hash finds its row.
 */
export async function hashCode(code: string): Promise<string | null> {
  if (!FORM.test(code)) return null;
  return inTurn(
    () =>
      new Promise((resolve, reject) =>
        scrypt(code, 'inbox', HASH_BYTES, (error, hash) =>
          error ? reject(error) : resolve(hash.toString('hex')),
        ),
      ),
  );
}
