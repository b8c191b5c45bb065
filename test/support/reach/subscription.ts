/** A browser's subscription, with the private key that stays in the browser. */
import { createECDH, randomBytes } from 'node:crypto';

export type Subscribed = ReturnType<typeof testSubscription>;

export function testSubscription(endpoint = 'https://fcm.googleapis.com/fcm/send/my-secret-id') {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16).toString('base64url');
  return { pair, auth, address: { endpoint, keys: { p256dh, auth } } };
}
