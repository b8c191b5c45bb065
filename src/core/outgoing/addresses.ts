/** Decides which addresses a webhook may reach. */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Not the public internet, or an address that maps to one that is not. */
const blocked: Range[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // All of IPv6 except 2000::/3: loopback, local, multicast, IPv4-compatible, NAT64 and unassigned.
  '::/3',
  '4000::/2',
  '8000::/1',
  // Teredo and similar, documentation, 6to4.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
].map((cidr) => ipaddr.parseCIDR(cidr) as Range);

/** The targets that an operator allows: hostnames and ranges of addresses. */
export type AllowList = { hosts: string[]; ranges: Range[] };

/** Parses `example.lan,10.1.0.0/16,::1`. */
export function parseAllowList(entries: string[]): AllowList {
  const list: AllowList = { hosts: [], ranges: [] };
  for (const entry of entries) {
    const range = toRange(entry);
    if (range) list.ranges.push(range);
    else list.hosts.push(hostNamed(entry));
  }
  return list;
}

/** Allows the hosts of what the owner has set, wherever they are. */
export const hostAllow = (urls: readonly (string | null)[]): AllowList => ({
  hosts: urls.flatMap((url) => (url === null ? [] : hostOf(new URL(url)))),
  ranges: [],
});

/**
 * Returns why a URL must not be called, before its name is looked up; undefined if it may.
 * @param what begins the sentence: whose URL it is
 */
export function refusal(
  url: string,
  allowed: AllowList,
  what = 'A webhook URL',
): string | undefined {
  const parsed = URL.parse(url);
  if (!parsed) return 'Invalid URL';
  if (!/^https?:$/.test(parsed.protocol)) return `${what} must start with http:// or https://`;
  if (hasLogin(parsed)) return `${what} must not contain a user name or password`;
  const host = hostOf(parsed);
  if (allowed.hosts.includes(host)) return undefined;
  if (host === 'localhost' || host.endsWith('.localhost')) return notPublic(host);
  if (!isIP(host)) return undefined;
  return isAllowed(host, allowed) ? undefined : notPublic(host);
}

export const hasLogin = ({ username, password }: URL): boolean =>
  username !== '' || password !== '';

const notPublic = (host: string) =>
  `${host} is not publicly reachable. To allow it, add it to INBOX_WEBHOOK_ALLOW`;

/** Returns the host of a URL without the brackets of IPv6 and a trailing dot. */
export const hostOf = ({ hostname }: URL): string =>
  hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.+$/, '');

/** Returns whether an address may be dialled; false for an invalid one. */
export function isAllowed(address: string, allowed: AllowList): boolean {
  // `isIP` is strict: a dialler could interpret 010.0.0.1 differently from this check.
  if (!isIP(address)) return false;
  const parsed = plain(ipaddr.parse(address));
  if (isWithin(parsed, allowed.ranges)) return true;
  return !isWithin(parsed, blocked) && !isIsatap(parsed);
}

/** `::ffff:10.0.0.1` is another notation of 10.0.0.1. */
function plain(address: Address): Address {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    return address.toIPv4Address();
  }
  return address;
}

/** ISATAP carries an IPv4 address behind any prefix: `2600::5efe:10.0.0.1`. */
function isIsatap(address: Address): boolean {
  if (!(address instanceof ipaddr.IPv6)) return false;
  const [, , , , mark = 0, name] = address.parts;
  // The bit that says "globally unique" may be set or not.
  return (mark & ~0x0200) === 0 && name === 0x5efe;
}

const isWithin = (address: Address, ranges: Range[]) =>
  ranges.some(
    ([range, bits]) => address.kind() === range.kind() && address.match([range, bits] as never),
  );

function toRange(entry: string): Range | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry) as Range;
  if (!ipaddr.isValid(entry)) return undefined;
  const address = plain(ipaddr.parse(entry));
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** As in a URL: lower case, and Punycode for other letters. */
function hostNamed(entry: string): string {
  const url = URL.parse(`http://${entry}`);
  return url ? hostOf(url) : entry.toLowerCase();
}
