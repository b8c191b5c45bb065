/** Checks whether others can read the traffic between people and the inbox. */
import { BlockList, isIP } from 'node:net';
import { type Finding, findings } from './finding.ts';

type Way = { host: string; publicUrl: string | null };

/** Returns the problem and its remedy; null for plain http that stays on this machine. */
export function plainHttp({ host, publicUrl }: Way): { says: string; next: string } | null {
  if (isLoopback(host) || publicUrl?.startsWith('https:')) return null;
  return {
    says: `The inbox listens on ${host} over plain http: passwords and keys can be read in transit`,
    next: 'Put an https proxy in front of it and set INBOX_PUBLIC_URL, or set INBOX_HOST=127.0.0.1.',
  };
}

export function checkTransport(way: Way): Finding {
  const { ok, warn } = findings('transport');
  const plain = plainHttp(way);
  if (plain) return warn(plain.says, plain.next);
  if (way.publicUrl?.startsWith('https:'))
    return ok(`People connect over https, at ${way.publicUrl}`);
  return ok('Plain http, on this machine only; behind an https proxy, set INBOX_PUBLIC_URL');
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

function isLoopback(host: string): boolean {
  const family = isIP(host);
  if (family === 0) return host === 'localhost';
  return loopback.check(host, family === 6 ? 'ipv6' : 'ipv4');
}
