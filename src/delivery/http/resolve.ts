import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import { type AllowList, hostOf, isAllowed } from '../../core/outgoing/addresses.ts';
import { ownAddresses } from './hosts-file.ts';

/** Returns all addresses of a name. */
export type Resolve = (host: string) => Promise<string[]>;

/**
 * Returns the addresses that a URL may be dialled at: its host is looked up once, and one blocked
 * address refuses all.
 */
export async function addressesOf(url: URL, allow: AllowList, resolve: Resolve): Promise<string[]> {
  const host = hostOf(url);
  const addresses = isIP(host) ? [host] : await resolve(host);
  if (addresses.length === 0) throw new Error(`${host} has no IP address`);
  if (allow.hosts.includes(host)) return addresses;
  const blocked = addresses.find((address) => !isAllowed(address, allow));
  if (blocked === undefined) return addresses;
  throw new Error(
    `${host} resolves to ${blocked}, which is not publicly reachable. To allow it, add ${host} to INBOX_WEBHOOK_ALLOW`,
  );
}

/**
 * Looks names up; those that an operator has allowed may also be in this machine's hosts file. A
 * server that does not answer for `patienceMs` is asked a second time.
 */
export function createResolve(allow: AllowList, servers?: string[], patienceMs = 1000): Resolve {
  return async (host) => {
    const own = allow.hosts.includes(host) ? await ownAddresses(host) : [];
    return own.length > 0 ? own : askServers(host, servers, patienceMs);
  };
}

/**
 * IPv4 first: a machine without IPv6 loses no time. `dns.lookup` would share two threads with the
 * disk; a new resolver for each name reads a resolv.conf that has changed.
 */
async function askServers(
  host: string,
  servers: string[] | undefined,
  timeout: number,
): Promise<string[]> {
  const resolver = new dns.Resolver({ timeout, tries: 2 });
  if (servers) resolver.setServers(servers);
  const asked = [resolver.resolve4(host), resolver.resolve6(host)];
  const [four, six] = await Promise.allSettled(asked);
  const found = [four, six].flatMap((one) => (one?.status === 'fulfilled' ? one.value : []));
  if (found.length > 0 || four?.status !== 'rejected') return found;
  throw new Error(`DNS lookup failed for ${host}: ${four.reason.code}`);
}
