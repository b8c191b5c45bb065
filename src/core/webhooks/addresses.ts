/** Which addresses a webhook may reach. */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** Not the public internet, or an address that stands for one that is not. */
const blocked: Range[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'ff00::/8',
].map((cidr) => ipaddr.parseCIDR(cidr) as Range);

/** What an operator has opened: host names and ranges of addresses. */
export type AllowList = { hosts: string[]; ranges: Range[] };

/** Reads `example.lan,10.1.0.0/16,::1`. */
export function parseAllowList(entries: string[]): AllowList {
  const list: AllowList = { hosts: [], ranges: [] };
  for (const entry of entries) {
    const range = toRange(entry);
    if (range) list.ranges.push(range);
    else list.hosts.push(entry.toLowerCase());
  }
  return list;
}

/** Why a URL may not be a webhook's, before its name is looked up; undefined where it may. */
export function refusal(url: string, allowed: AllowList): string | undefined {
  const { hostname, username, password } = new URL(url);
  if (username || password) return 'A webhook URL carries no user name or password';
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (allowed.hosts.includes(host)) return undefined;
  if (host === 'localhost' || host.endsWith('.localhost')) return NOT_PUBLIC;
  if (!ipaddr.isValid(host)) return undefined;
  return isAllowed(host, allowed) ? undefined : NOT_PUBLIC;
}

const NOT_PUBLIC = 'This address is not publicly reachable';

/** Whether an address may be dialled. */
export function isAllowed(address: string, allowed: AllowList): boolean {
  const parsed = plain(ipaddr.parse(address));
  if (within(parsed, allowed.ranges)) return true;
  return !within(parsed, blocked);
}

/** `::ffff:10.0.0.1` is 10.0.0.1 written otherwise. */
function plain(address: Address): Address {
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()) {
    return address.toIPv4Address();
  }
  return address;
}

const within = (address: Address, ranges: Range[]) =>
  ranges.some(
    ([range, bits]) => address.kind() === range.kind() && address.match([range, bits] as never),
  );

function toRange(entry: string): Range | undefined {
  if (ipaddr.isValidCIDR(entry)) return ipaddr.parseCIDR(entry) as Range;
  if (!ipaddr.isValid(entry)) return undefined;
  const address = ipaddr.parse(entry);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}
