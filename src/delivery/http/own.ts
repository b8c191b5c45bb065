/** To servers that the owner has set: wherever they are, over connections that are kept open. */
import { isIP } from 'node:net';
import { hostAllow, hostOf } from '../../core/outgoing/addresses.ts';
import { abortable, withDeadline } from './deadline.ts';
import { type Answer, MOST_BYTES } from './post.ts';
import { requestHeaders } from './request-headers.ts';
import { addressesOf, createResolve, type Resolve } from './resolve.ts';
import type { Exchange, Outgoing } from './send.ts';

type Options = { timeoutMs: number; mostBytes?: number; resolve?: Resolve };

/** Follows no redirect, and uses no proxy that the environment names. */
export function createOwnExchange({
  timeoutMs,
  mostBytes = MOST_BYTES,
  resolve,
}: Options): Exchange {
  return (outgoing, signal) =>
    withDeadline(timeoutMs, signal, async (ending) => {
      const url = new URL(outgoing.url);
      const allow = hostAllow([outgoing.url]);
      const looking = addressesOf(url, allow, resolve ?? createResolve(allow));
      let refused: Error | undefined;
      for (const address of await abortable(ending, looking)) {
        const answer = await requestAt(address, outgoing, ending, mostBytes);
        if (!('unsent' in answer)) return answer;
        refused = answer.unsent;
      }
      throw refused;
    });
}

/** Makes the request at one address; says so if nothing left the machine. */
async function requestAt(
  address: string,
  { url, method, headers, body }: Outgoing,
  signal: AbortSignal,
  mostBytes: number,
): Promise<Answer | { unsent: Error }> {
  const target = new URL(url);
  const name = hostOf(target);
  const tls = { rejectUnauthorized: true, ...(isIP(name) ? {} : { serverName: name }) };
  const request = { method, body, headers: requestHeaders(target, headers) };
  // fetch would look a name up on one of the two threads that read files.
  target.hostname = isIP(address) === 6 ? `[${address}]` : address;
  try {
    const how = { signal, tls, redirect: 'manual', proxy: false } as const;
    return await read(await fetch(target, { ...request, ...how }), signal, mostBytes);
  } catch (err) {
    return failed(err, name, signal);
  }
}

async function read(response: Response, signal: AbortSignal, mostBytes: number): Promise<Answer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let failure: Error | null = null;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= mostBytes) break;
    }
  } catch (err) {
    failure = signal.aborted ? signal.reason : new Error(`Response interrupted: ${codeOf(err)}`);
  }
  const { status, headers } = response;
  const retryAfter = headers.get('retry-after') ?? undefined;
  return { status, retryAfter, body: Buffer.concat(chunks), failure };
}

const UNREACHED = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EPROTO'];
const UNTRUSTED = /CERT|SIGNATURE/;

/** The message of the error is not shown: it contains the URL, which may be secret. */
function failed(err: unknown, name: string, signal: AbortSignal): Answer | { unsent: Error } {
  const code = codeOf(err);
  const unsent = (reason: string) => ({ unsent: new Error(`Could not connect: ${reason}`) });
  if (!signal.aborted && UNREACHED.includes(code)) return unsent(code);
  if (!signal.aborted && UNTRUSTED.test(code))
    return unsent(`the certificate of ${name} is not trusted (${code})`);
  const failure = signal.aborted ? signal.reason : new Error(`No response: ${code}`);
  return { status: null, retryAfter: undefined, body: Buffer.alloc(0), failure };
}

const codeOf = (err: unknown) =>
  err instanceof Error && 'code' in err ? String(err.code) : 'connection closed';
