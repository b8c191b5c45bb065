import { expect, test } from 'bun:test';
import { decrypt } from 'http_ece';
import { encrypt, MOST_BYTES } from '../../../../src/ways/webpush/send/encrypt.ts';
import { testSubscription } from '../../../support/reach/subscription.ts';

test.each([0, 1, 100, MOST_BYTES])('encrypts %d bytes as RFC 8291 says', (length) => {
  const { pair: privateKey, auth: authSecret, address } = testSubscription();
  const text = Buffer.alloc(length, 'ä');
  const sealed = encrypt(text, address.keys);
  expect(sealed.length).toBeLessThanOrEqual(4096);
  expect(decrypt(sealed, { version: 'aes128gcm', privateKey, authSecret })).toEqual(text);
});

test('never encrypts the same text to the same bytes', () => {
  const { keys } = testSubscription().address;
  const text = Buffer.from('Deploy?');
  expect(encrypt(text, keys)).not.toEqual(encrypt(text, keys));
});
