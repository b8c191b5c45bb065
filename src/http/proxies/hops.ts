/** The headers in which proxies name the sender of a request. */
import { isIP } from 'node:net';

/** One proxy's description of the request that it received. */
export type Hop = {
  /** Null for anything but an address, such as "unknown". */
  address: string | null;
  proto?: string | undefined;
  host?: string | undefined;
};

/** Reads `X-Forwarded-For`: an address for each hop, the last one added at the end. */
export const hopsIn = (forwardedFor: string): Hop[] =>
  forwardedFor.split(',').map((one) => ({ address: addressIn(one.trim()) }));

/**
 * Reads `Forwarded` (RFC 7239); null if a hop gives one parameter twice. Commas and semicolons
 * separate even within quotes: a quote that a sender leaves open must not swallow what a trusted
 * proxy has added after it.
 */
export function hopsInForwarded(forwarded: string): Hop[] | null {
  const hops = forwarded.split(',').filter(Boolean).map(hopIn);
  return hops.every((hop) => hop !== null) ? hops : null;
}

function hopIn(element: string): Hop | null {
  const pairs = element.split(';').map((pair) => {
    const [name = '', value = ''] = pair.split('=', 2);
    return [name.trim().toLowerCase(), value.trim().replace(/^"|"$/g, '')] as const;
  });
  const given = new Map(pairs);
  if (given.size < pairs.length) return null;
  const address = addressIn(given.get('for') ?? '');
  return { address, proto: given.get('proto'), host: given.get('host') };
}

/** Returns the address without its port, an IPv4 one mapped to IPv6 as IPv4. */
export function addressIn(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  const address = isIP(bare) === 0 ? bare.replace(/:\d+$/, '') : bare;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 0 ? null : plain;
}
