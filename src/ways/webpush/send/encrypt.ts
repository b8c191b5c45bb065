/** Encrypts a message for one browser: RFC 8291 (Web Push) with the coding aes128gcm of RFC 8188. */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { PushSubscription } from '../schema.ts';

const RECORD_BYTES = 4096;
const SALT_BYTES = 16;
const POINT_BYTES = 65;
const TAG_BYTES = 16;
const HEADER_BYTES = SALT_BYTES + 4 + 1 + POINT_BYTES;
/** Ends the only record. */
const LAST = Buffer.from([2]);

/** Push services accept a single record. */
export const MOST_BYTES = RECORD_BYTES - HEADER_BYTES - TAG_BYTES - LAST.length;

export function encrypt(text: Buffer, { p256dh, auth }: PushSubscription['keys']) {
  const sender = createECDH('prime256v1');
  const senderKey = sender.generateKeys();
  const browserKey = Buffer.from(p256dh, 'base64url');
  const shared = sender.computeSecret(browserKey);
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), browserKey, senderKey]);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), context, 32);
  const salt = randomBytes(SALT_BYTES);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = [cipher.update(Buffer.concat([text, LAST])), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat([headerOf(salt, senderKey), ...sealed]);
}

function headerOf(salt: Buffer, senderKey: Buffer): Buffer {
  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES, 0);
  sizes.writeUInt8(senderKey.length, 4);
  return Buffer.concat([salt, sizes, senderKey]);
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
