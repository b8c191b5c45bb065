/** A browser's subscription, as it is stored and as it is read again. */
import { createECDH } from 'node:crypto';
import { invalidField } from '../../core/errors.ts';
import type { PushSubscription } from './schema.ts';

/** Writes a subscription always in the same way. */
export const writeSubscription = ({ endpoint, keys: { p256dh, auth } }: PushSubscription): string =>
  JSON.stringify({ endpoint, keys: { p256dh, auth } });

export const readSubscription = (text: string): PushSubscription => JSON.parse(text);

/** @throws InboxError `invalid`: nothing can be encrypted for this key */
export function mustBePoint({ keys: { p256dh } }: PushSubscription): void {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    pair.computeSecret(Buffer.from(p256dh, 'base64url'));
  } catch {
    throw invalidField(['address', 'keys', 'p256dh'], 'Expected a point on the curve P-256');
  }
}
