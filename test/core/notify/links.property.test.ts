import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { isFormerLink, linkOf, readLink } from '../../../src/core/notify/links.ts';

const tokens = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('base64url'));
const options = fc.option(fc.nat(255));

test('reads the parts of every link, which no earlier version could have made', () => {
  fc.assert(
    fc.property(tokens, options, (token, option) => {
      const link = linkOf(token, option);
      expect(readLink(link)).toEqual({ token, option });
      expect(isFormerLink(link)).toBe(false);
    }),
  );
});

test('reads no other text', () => {
  fc.assert(
    fc.property(tokens, options, fc.string({ unit: 'binary' }), (token, option, text) => {
      expect([readLink(text), isFormerLink(text)]).toEqual([null, false]);
      const link = linkOf(token, option);
      for (const other of [`${link}.`, `${link}.00`, link.slice(3), ` ${link}`, `${link}\n`]) {
        expect([other, readLink(other)]).toEqual([other, null]);
      }
    }),
  );
});
