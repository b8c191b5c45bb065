/** Reports how requests arrive through a proxy, for `inbox doctor --proxy`: not a route of the API. */
import { timingSafeEqual } from 'node:crypto';
import {
  ANSWER,
  EVENT_APART_MS,
  EVENTS,
  HELD_MS,
  LONGEST_ANSWER_MS,
  type ProbeReport,
  signProbe,
  UPLOAD_BYTES,
} from '../core/about/probe.ts';
import { timerMs } from '../core/timers.ts';
import { pathOf } from './gates/incoming.ts';
import type { Large } from './large.ts';
import { type Proxies, protoIn } from './proxies/proxies.ts';

type Options = {
  localToken: string;
  publicUrl: string | null;
  proxies: Proxies;
  large: Large;
};

/** Answers requests signed with the secret of the data directory; undefined for all others. */
export function createProbes({ localToken, publicUrl, proxies, large }: Options) {
  return (request: Request): Response | Promise<Response> | undefined => {
    const path = pathOf(request);
    // Below any path: a proxy may keep one that is not the public URL's yet.
    const start = path.indexOf('/probe/');
    if (start < 0) return undefined;
    const [, , pass = '', what = '', held = ''] = path.slice(start).split('/');
    if (!isGood(localToken, pass)) return undefined;
    const arrival = (): Response => Response.json(arrivalOf(request));
    if (what === 'arrival') return arrival();
    if (what === 'held') return Bun.sleep(HELD_MS).then(arrival);
    if (what === 'answer') return large.held(request, async () => ({ opinion: answerAfter(held) }));
    if (what === 'events') return events();
    if (what === 'upload' && request.method === 'POST') return countBytes(request);
    return undefined;
  };

  function arrivalOf(request: Request): ProbeReport {
    return {
      ...proxies.arrivalOf(request),
      host: request.headers.get('host'),
      proto: protoIn(request.headers),
      publicUrl,
    };
  }
}

function isGood(localToken: string, pass: string): boolean {
  const [expiresAt = '', signature = ''] = pass.split('-');
  const expected = Buffer.from(signProbe(localToken, expiresAt));
  const given = Buffer.from(signature);
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && Number(expiresAt) > Date.now();
}

/** Answers after milliseconds, as people answer a hook. */
async function answerAfter(ms: string): Promise<typeof ANSWER> {
  await Bun.sleep(timerMs(Math.min(Number(ms) || 0, LONGEST_ANSWER_MS)));
  return ANSWER;
}

async function countBytes(request: Request): Promise<Response> {
  let bytes = 0;
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > UPLOAD_BYTES) break;
  }
  return Response.json({ bytes });
}

/** Streams a few server-sent events, one after another. */
function events(): Response {
  let count = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (count > 0) await Bun.sleep(EVENT_APART_MS);
      count++;
      controller.enqueue(new TextEncoder().encode(`data: ${count}\n\n`));
      if (count === EVENTS) controller.close();
    },
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}
