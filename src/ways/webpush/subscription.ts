/** A browser's subscription, as it is given, stored and read again. */
import { createECDH } from 'node:crypto';
import { invalidField } from '../../core/errors.ts';
import type { Inbox } from '../../core/inbox.ts';
import { hostOf } from '../../core/outgoing/addresses.ts';
import type { Address } from '../way.ts';
import type { PushSubscription } from './schema.ts';
import { NO_SUBJECT, pushSubject } from './subject.ts';

type MustBeOutside = (inbox: Inbox, url: string, what: string, path: string[]) => void;

/** @throws InboxError `invalid`: it is none, or push is off, or nothing can be sent there */
export async function readBrowser(
  inbox: Inbox,
  given: PushSubscription | string,
  mustBeOutside: MustBeOutside,
): Promise<Address> {
  if (typeof given === 'string') {
    throw invalidField(['address'], 'Expected the subscription of a browser');
  }
  const subject = await pushSubject({ read: inbox.store.read, ways: inbox.ways });
  if (subject === null) throw invalidField(['kind'], NO_SUBJECT);
  mustBeOutside(inbox, given.endpoint, 'A push endpoint', ['address', 'endpoint']);
  mustBePoint(given);
  const host = hostOf(new URL(given.endpoint));
  return { address: writeSubscription(given), host, name: 'Browser' };
}

/** Writes a subscription always in the same way. */
const writeSubscription = ({ endpoint, keys: { p256dh, auth } }: PushSubscription): string =>
  JSON.stringify({ endpoint, keys: { p256dh, auth } });

export const readSubscription = (text: string): PushSubscription => JSON.parse(text);

/** @throws InboxError `invalid`: nothing can be encrypted for this key */
function mustBePoint({ keys: { p256dh } }: PushSubscription): void {
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    pair.computeSecret(Buffer.from(p256dh, 'base64url'));
  } catch {
    throw invalidField(['address', 'keys', 'p256dh'], 'Expected a point on the curve P-256');
  }
}
