import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { makeLink, readLink } from '../../../src/core/decisions/links.ts';

const secrets = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => bytes.toHex());
const id = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const links = fc.record({
  messageId: id,
  contactId: id,
  expiresAtMs: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  option: fc.option(fc.nat(255)),
});

test('reads the parts of every link that was made, and its signature', () => {
  fc.assert(
    fc.property(links, secrets, secrets, (link, secret, other) => {
      const read = readLink(makeLink(link, secret));
      expect(read?.link).toEqual(link);
      expect(read?.isSignedWith(secret)).toBe(true);
      expect(read?.isSignedWith(other)).toBe(other === secret);
    }),
  );
});

test('refuses a link of which any character was changed, added or removed', () => {
  const secret = 'ab'.repeat(32);
  const link = { messageId: 'message', contactId: 'contact', expiresAtMs: 1e12, option: 1 };
  const text = makeLink(link, secret);
  const isValid = (given: string) => readLink(given)?.isSignedWith(secret) === true;
  expect(isValid(text)).toBe(true);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ .';
  for (const place of text.split('').keys()) {
    const [before, after] = [text.slice(0, place), text.slice(place + 1)];
    const changed = [...letters].filter((letter) => letter !== text[place]);
    for (const letter of ['', ...changed]) expect(isValid(before + letter + after)).toBe(false);
    expect(isValid(`${before}A${text.slice(place)}`)).toBe(false);
  }
  for (const end of ['A', '=', ' ', '\n', '.', '%']) expect(isValid(text + end)).toBe(false);
});

test('refuses any other text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(readLink(text)).toBeNull();
      expect(readLink(`hd_${text}`)?.isSignedWith('ab'.repeat(32)) ?? false).toBe(false);
    }),
  );
});
