/** The headers in which proxies say for whom they ask. Pure. */
import { isIP } from 'node:net';

/** What one proxy says of the request that it took. */
export type Hop = {
  /** Null for what is no address, such as "unknown". */
  address: string | null;
  proto?: string | undefined;
  host?: string | undefined;
};

/** `X-Forwarded-For`: an address for each hop, the last added at the end. */
export const hopsIn = (forwardedFor: string): Hop[] =>
  forwardedFor.split(',').map((one) => ({ address: addressIn(one.trim()) }));

/**
 * `Forwarded` (RFC 7239); null where a hop gives one parameter twice. Commas and semicolons separate also
 * within quotes: what a sender leaves open must not swallow what our proxy has added behind it.
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

/** Without its port, and as IPv4 where it is one in the dress of IPv6. */
export function addressIn(text: string): string | null {
  const bare = /^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? text;
  const address = isIP(bare) === 0 ? bare.replace(/:\d+$/, '') : bare;
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIP(plain) === 0 ? null : plain;
}
