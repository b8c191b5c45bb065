/** Whom push services may contact. They refuse a sender without an address that looks public. */
import { isIP } from 'node:net';
import type { Tx } from '../../storage/store.ts';
import { ownerEmails } from '../access/owners.ts';
import { InboxError } from '../errors.ts';
import { hostOf } from '../outgoing/addresses.ts';
import type { Ways } from '../reach/ways.ts';

type Reading = { read: Tx; ways: Ways };

/** Shown wherever push is off. */
export const NO_SUBJECT =
  'Push notifications are off: push services require a public contact address. The owner must set INBOX_PUBLIC_URL to an https URL, or INBOX_PUSH_SUBJECT to an e-mail address';

/** As `sub` of RFC 8292; null if there is none, and so no push. */
export async function pushSubject({ read, ways }: Reading): Promise<string | null> {
  const { publicUrl, pushSubject: set } = ways;
  if (publicUrl !== null && isPublicHttps(publicUrl)) return new URL(publicUrl).origin;
  if (set !== null) return set.startsWith('https:') ? set : `mailto:${set}`;
  const email = (await ownerEmails(read)).find((one) => looksPublic(one.split('@').at(-1) ?? ''));
  return email === undefined ? null : `mailto:${email}`;
}

/** @throws InboxError `conflict`, with what the owner must do */
export async function mustHavePushSubject(reading: Reading): Promise<void> {
  if ((await pushSubject(reading)) === null) throw new InboxError('conflict', NO_SUBJECT);
}

function isPublicHttps(text: string): boolean {
  const url = new URL(text);
  return url.protocol === 'https:' && looksPublic(hostOf(url));
}

const PRIVATE_ENDS = ['local', 'localhost', 'internal', 'lan', 'home', 'arpa', 'test', 'invalid'];

/** Whether a host has a name that others could know. */
export function looksPublic(host: string): boolean {
  const parts = host.toLowerCase().split('.');
  return parts.length > 1 && !isIP(host) && !PRIVATE_ENDS.includes(parts.at(-1) ?? '');
}
