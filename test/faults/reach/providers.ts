/** ntfy servers that are well, slow, refuse at first, or never answer, and what each was sent. */
import { randomUUID } from 'node:crypto';
import type { Received } from '../../support/delivery/http-receiver.ts';
import { testNtfy } from '../../support/reach/ntfy.ts';

const SLOW_MS = 300;
/** After a 500, what was sent may have arrived. */
const REFUSALS = [429, 500] as const;

type Temper = (request: Received) => Promise<number | null>;
export type Provider = ReturnType<typeof provider>;

export async function openProviders() {
  const slow = provider('slow', async () => {
    await Bun.sleep(SLOW_MS);
    return null;
  });
  const list = [
    provider('well', async () => null),
    slow,
    provider('refusing', refusing()),
    provider('dead', () => new Promise<never>(() => {})),
  ];
  const isCounting = ({ title }: Sent) => title !== null && isCount(title);
  return {
    list,
    /** How many counts of questions the slow one was sent. */
    countsSent: () => sentTo(slow).filter(isCounting).length,
    async [Symbol.asyncDispose]() {
      for (const { ntfy } of list) await ntfy[Symbol.asyncDispose]();
    },
  };
}

function provider(name: string, temper: Temper) {
  const ntfy = testNtfy({ before: temper });
  const topic = `${name}-${randomUUID().slice(0, 8)}`;
  return { name, ntfy, topic, address: `${ntfy.url}/${topic}` };
}

/** A message published under an identity is refused at first, and so is its deletion. */
function refusing(): Temper {
  const refused = new Set<string>();
  return async ({ method, path, body }) => {
    const key = method === 'DELETE' ? path : String(JSON.parse(body).sequence_id);
    if (refused.has(key)) return null;
    refused.add(key);
    return REFUSALS[refused.size % 2] ?? null;
  };
}

/** Whether a notice gathers several questions. */
export const isCount = (title: string) => /^\d+ questions? /.test(title);

/** The priority of what says quietly how a question ended. */
const QUIET = 1;

type Sent = { identity: string; title: string | null; isTakingBack: boolean; at: number };

/** The messages to a provider, in the order of its arrival. */
export const sentTo = ({ ntfy, topic }: Provider): Sent[] =>
  ntfy.received.map(({ method, path, body, at }) => {
    if (method === 'DELETE') {
      return { identity: path.slice(`/${topic}/`.length), title: null, isTakingBack: true, at };
    }
    const { sequence_id: identity, title, priority } = JSON.parse(body);
    const isTakingBack = priority === QUIET && !isCount(title);
    return { identity, title: isTakingBack ? null : title, isTakingBack, at };
  });
