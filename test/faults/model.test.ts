/**
 * INBOX_SEQUENCES says how many. A failure prints its seed, its path and a replayPath, which
 * INBOX_SEED, INBOX_PATH and INBOX_REPLAY repeat.
 */
import { test } from 'bun:test';
import fc from 'fast-check';
import { type EventName, events } from '../../src/core/events.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { sized } from '../support/machine/sized.ts';
import { commands } from './model/commands.ts';
import { type Real, sameAs } from './model/compare.ts';
import { createModel, MOST_FAILURES } from './model/model.ts';

const SEQUENCES = Number(process.env.INBOX_SEQUENCES ?? sized(300, 1000));
const LONGEST = 16;
const { INBOX_SEED: seed, INBOX_PATH: path, INBOX_REPLAY: replayPath = '' } = process.env;
const TIMEOUT = { timeout: 60_000 + SEQUENCES * 100 };

test(
  'shows the state of a simple model after any sequence of operations',
  async () => {
    const webhookRetriesMs = Array.from({ length: MOST_FAILURES - 1 }, () => 1000);
    let inbox = await testInbox({ webhookRetriesMs });
    const reopen = async () => {
      inbox = await inbox.restart();
      return inbox;
    };
    const acts = commands(LONGEST, replayPath);
    const sequence = fc.asyncProperty(acts, fc.boolean(), async (acts, hasWebhook) => {
      const real = await channelOf(inbox, reopen, hasWebhook);
      const model = createModel(real.clock.now, hasWebhook);
      await fc.asyncModelRun(() => ({ model, real }), acts).finally(real.forget);
      await sameAs(model, real);
    });
    const replay = { ...(seed ? { seed: Number(seed) } : {}), ...(path ? { path } : {}) };
    await fc.assert(sequence, { numRuns: SEQUENCES, ...replay });
    await inbox[Symbol.asyncDispose]();
  },
  TIMEOUT,
);

/** Each sequence has a channel of its own: to open an inbox takes longer than to run one. */
async function channelOf(
  first: TestInbox,
  reopen: () => Promise<TestInbox>,
  hasWebhook: boolean,
): Promise<Real & { forget: () => void }> {
  const webhookUrl = hasWebhook ? 'https://hook.example/' : null;
  const { id: channelId } = await first.channel({ webhookUrl });
  let watched = watch(first);
  const real: Real = {
    inbox: first,
    clock: first.clock,
    channelId,
    ids: [],
    takeReceived: () =>
      watched
        .take()
        .map(([name, id]) => [name, real.ids.indexOf(id)] as const)
        .filter(([, number]) => number >= 0)
        .map((one) => one.join(' ')),
    async restart() {
      watched.forget();
      real.inbox = await reopen();
      watched = watch(real.inbox);
    },
  };
  return Object.assign(real, { forget: () => watched.forget() });
}

/** Records later events: the event's name, and the id of its message. */
function watch(inbox: TestInbox) {
  let received: [name: string, id: string][] = [];
  const ends = (Object.keys(events) as EventName[]).map((name) =>
    inbox.bus.on(name, (payload) => {
      const { messageId, id } = payload as { messageId?: string; id?: string };
      received.push([name, messageId ?? id ?? '']);
    }),
  );
  return {
    take() {
      const taken = received;
      received = [];
      return taken;
    },
    forget() {
      for (const end of ends) end();
    },
  };
}
