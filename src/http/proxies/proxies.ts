/** A request as its sender made it: a proxy's headers count only if the proxy is trusted. */
import { InboxError } from '../../core/errors.ts';
import type { Inbox } from '../../core/inbox.ts';
import { errorResponse } from '../errors.ts';
import { isHost } from '../gates/host.ts';
import { networkOf } from '../gates/network.ts';
import { networkMatcher } from '../gates/network-list.ts';
import { addressIn, type Hop, hopsIn, hopsInForwarded } from './hops.ts';

export type Proxies = ReturnType<typeof createProxies>;
type Options = {
  /** Addresses and CIDRs of the trusted proxies. */
  trusted: readonly string[];
  /** How people open the inbox; overrides the proxies' headers. */
  publicUrl: string | null;
  log: Inbox['log'];
};
type Seen = {
  /** The sender's address; the proxy's if nothing more is known. */
  address: string;
  /** The address that opened the connection. */
  peer: string;
  /** Whether the peer forwards for another sender, and is trusted. */
  forwarded: 'trusted' | 'untrusted' | 'none';
};

const seen = new WeakMap<Request, Seen>();

/** Each request is received once, before anything reads its headers. */
export function createProxies({ trusted, publicUrl, log }: Options) {
  const isTrusted = networkMatcher(trusted);
  let hasWarned = false;

  function warn(peer: string): void {
    if (hasWarned) return;
    hasWarned = true;
    log.warn(
      `${peer} sends X-Forwarded-For but is not a trusted proxy, so the header is ignored. ` +
        `If it is your proxy, set INBOX_TRUSTED_PROXIES=${peer}`,
    );
  }

  return {
    /**
     * Records who sent a request, and leaves only trusted headers in it: the Host that the sender
     * asked for, and `X-Forwarded-Proto`. Refuses a request whose headers contradict each other.
     */
    receive(request: Request, peer: string): Response | undefined {
      const { headers } = request;
      const peerAddress = addressIn(peer) ?? peer;
      if (!isTrusted(peerAddress)) {
        const forwarded = asksForAnother(headers) ? 'untrusted' : 'none';
        if (forwarded === 'untrusted') warn(peerAddress);
        headers.delete(PROTO);
        seen.set(request, { address: peerAddress, peer: peerAddress, forwarded });
        return undefined;
      }
      const said = whatIsSaid(headers, peerAddress, isTrusted);
      if (said === null) return contradiction();
      const forwarded = asksForAnother(headers) ? 'trusted' : 'none';
      seen.set(request, { address: said.address, peer: peerAddress, forwarded });
      const { proto, host } = publicUrl === null ? said : nothing;
      if (host !== undefined) headers.set('host', host);
      if (proto !== undefined) headers.set(PROTO, proto);
      else headers.delete(PROTO);
      return undefined;
    },
    /** Records that a request made from another one has the same sender. */
    pass(from: Request, to: Request): Request {
      const known = seen.get(from);
      if (known) seen.set(to, known);
      return to;
    },
    /** Returns what counts as one caller's address: for limits, the log and what people are shown. */
    addressOf: (request: Request): string => networkOf(seen.get(request)?.address ?? 'unknown'),
    /**
     * Returns the whole address; undefined if a proxy that is not trusted may be in front of
     * another one.
     */
    exactAddressOf(request: Request): string | undefined {
      const known = seen.get(request);
      return known?.forwarded === 'untrusted' ? undefined : known?.address;
    },
    /** Returns everything known about where a request comes from. */
    arrivalOf: (request: Request): Seen =>
      seen.get(request) ?? { address: 'unknown', peer: 'unknown', forwarded: 'none' },
  };
}

const PROTO = 'x-forwarded-proto';
const nothing = { proto: undefined, host: undefined };

/** Returns the scheme of the sender's request, if a trusted proxy has named it. */
export const protoIn = (headers: Headers): 'http' | 'https' | null => {
  const proto = headers.get(PROTO);
  return proto === 'https' || proto === 'http' ? proto : null;
};

const asksForAnother = (headers: Headers) =>
  headers.has('x-forwarded-for') || headers.has('forwarded');

type Said = { address: string; proto: string | undefined; host: string | undefined };

/** Null if the headers contradict each other. */
function whatIsSaid(
  headers: Headers,
  peer: string,
  isTrusted: (address: string) => boolean,
): Said | null {
  const forwardedFor = headers.get('x-forwarded-for');
  const hops = forwardedFor === null ? hopsInForwarded(headers.get('forwarded') ?? '') : [];
  if (hops === null) return null;
  const [address, hop] = senderOf(
    forwardedFor === null ? hops : hopsIn(forwardedFor),
    peer,
    isTrusted,
  );
  const protos = distinct([headers.get(PROTO)?.replace(/^ws/i, 'http'), hop?.proto]);
  const hosts = distinct([headers.get('x-forwarded-host'), hop?.host]);
  const [proto] = protos;
  const [host] = hosts;
  if (protos.length > 1 || hosts.length > 1) return null;
  if (proto !== undefined && !/^https?$/.test(proto)) return null;
  if (host !== undefined && !isHost(host)) return null;
  return { address, proto, host };
}

/** Goes back from the last hop to the first that is not a trusted proxy. */
function senderOf(
  hops: Hop[],
  peer: string,
  isTrusted: (address: string) => boolean,
): [address: string, hop: Hop | undefined] {
  let sender: [string, Hop | undefined] = [peer, undefined];
  for (const hop of hops.toReversed()) {
    if (hop.address === null) return [sender[0], hop];
    sender = [hop.address, hop];
    if (!isTrusted(hop.address)) return sender;
  }
  return sender;
}

const distinct = (values: (string | null | undefined)[]): string[] => [
  ...new Set(
    values.filter((one) => typeof one === 'string').map((one) => one.trim().toLowerCase()),
  ),
];

function contradiction(): Response {
  const message = 'Contradictory X-Forwarded-* or Forwarded headers';
  return errorResponse(new InboxError('invalid', message));
}
