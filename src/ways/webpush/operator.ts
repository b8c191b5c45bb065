/** Whom push services may contact, as `sub` of RFC 8292. They refuse a sender that does not look public. */
import { isIP } from 'node:net';
import { hostOf } from '../../core/outgoing/addresses.ts';
import type { Ways } from '../ways.ts';

type Set = Pick<Ways, 'publicUrl' | 'pushSubject'>;

/** @returns null if there is none, and so no push */
export function subjectOf(
  { publicUrl, pushSubject: set }: Set,
  ownerEmails: readonly string[],
): string | null {
  if (publicUrl !== null && isPublicHttps(publicUrl)) return new URL(publicUrl).origin;
  if (set !== null) return set.startsWith('https:') ? set : `mailto:${set}`;
  const email = ownerEmails.find((one) => looksPublic(one.split('@').at(-1) ?? ''));
  return email === undefined ? null : `mailto:${email}`;
}

function isPublicHttps(text: string): boolean {
  const url = new URL(text);
  return url.protocol === 'https:' && looksPublic(hostOf(url));
}

const PRIVATE_ENDS = ['local', 'localhost', 'internal', 'lan', 'home', 'arpa', 'test', 'invalid'];

/** Whether a host has a name that others could know. */
function looksPublic(host: string): boolean {
  const parts = host.toLowerCase().split('.');
  return parts.length > 1 && !isIP(host) && !PRIVATE_ENDS.includes(parts.at(-1) ?? '');
}
