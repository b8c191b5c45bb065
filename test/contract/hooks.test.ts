/**
 * Bodies of hooks that clients of today and tomorrow may send. Their number is INBOX_HOOKS, 300 unless it says otherwise;
 * INBOX_SEED repeats a run.
 */
import { expect, test } from 'bun:test';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { fuzzServer } from '../support/event-loop/server.ts';
import { type Body, hookBody } from '../support/hostile/hooks.ts';
import { newSeed, seeded } from '../support/machine/random.ts';
import { sized } from '../support/machine/sized.ts';
import { clientOf } from '../support/server/server.ts';

const BODIES = Number(process.env.INBOX_HOOKS ?? sized(300, 3000));
const AT_ONCE = 24;
const LONG = 10_000;
/** A short run is mostly of code that is not compiled yet, beside other tests on the same two cores. */
const LONGEST_MS = BODIES >= LONG ? 50 : 150;

test(
  'decides only what a person has decided, whatever the body of a hook',
  async () => {
    const seed = newSeed();
    const random = seeded(seed);
    await using server = await fuzzServer();
    const owner = clientOf(server.url, { authorization: `Bearer ${server.token}` });
    const { id: channelId } = (await owner.post<Agent>('/agents', { name: 'Hooks' })).body;
    const key = await owner.post<NewKey>('/keys', { name: 'claude@laptop', channels: [channelId] });
    /** The decisions of people, by session: each has one question. */
    const decided = new Map<string, boolean>();
    const asking = new Map<string, { body: Body; leave: () => void }>();
    const counts = { asked: 0, decided: 0, left: 0, nothing: 0 };

    async function send(body: Body): Promise<void> {
      const gone = new AbortController();
      asking.set(body.session, { body, leave: () => gone.abort() });
      try {
        const response = await fetch(`${server.url}/api/v1/hooks/${body.client}`, {
          method: 'POST',
          headers: {
            'x-api-key': key.body.key,
            'content-type': 'application/json',
            'user-agent': body.agent,
          },
          body: body.text,
          signal: gone.signal,
        });
        const text = await response.text();
        expect([response.status, body.text.slice(0, 300)]).toEqual([200, body.text.slice(0, 300)]);
        const allowed = text.trim() === '' ? undefined : body.isAllowed(JSON.parse(text));
        expect([body.text.slice(0, 300), allowed]).toEqual([
          body.text.slice(0, 300),
          decided.get(body.session),
        ]);
        if (allowed === undefined) counts.nothing++;
        else counts.decided++;
      } catch (error) {
        if (!gone.signal.aborted) throw error;
        counts.left++;
      }
      asking.delete(body.session);
    }

    /** Ends every question that is asked: people answer and delete, clients leave, run their tools and end. */
    async function end(message: Message): Promise<void> {
      const { session } = (message.metadata?.source ?? {}) as { session: string };
      const asked = asking.get(session);
      counts.asked++;
      const how = random();
      if (how < 0.15) return asked?.leave();
      if (how < 0.3) {
        await owner.delete(`/messages/${message.id}`);
        return;
      }
      if (how < 0.5 && asked) {
        await hook(asked.body.client, asked.body.ending);
        return;
      }
      const { review } = message.truncated
        ? (await owner.get<Message>(`/reviews/${message.id}`)).body
        : message;
      const isAllowed = review?.type === 'questions' || random() < 0.5;
      decided.set(session, isAllowed);
      const response = answerTo(review?.type ?? '', review?.payload ?? {}, isAllowed);
      const { status, body } = await owner.post(`/reviews/${message.id}/respond`, { response });
      if (status !== 200) decided.delete(session);
      // Its client may have gone.
      if (status !== 409) expect([status, body]).toEqual([200, body]);
    }

    const hook = (client: string, body: object) =>
      fetch(`${server.url}/api/v1/hooks/${client}`, {
        method: 'POST',
        headers: { 'x-api-key': key.body.key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });

    let left = BODIES;
    let number = 0;
    const sender = async () => {
      while (left-- > 0) await send(hookBody(random, `session ${number++}`));
    };
    let isDone = false;
    const person = async () => {
      const seen = new Set<string>();
      while (!isDone) {
        const path = `/reviews/pending?channel=${channelId}&limit=100`;
        const { body: pending } = await owner.get<Message[]>(path);
        const fresh = pending.filter(({ id }) => !seen.has(id));
        for (const { id } of fresh) seen.add(id);
        await Promise.all(fresh.map(end));
        if (fresh.length === 0) await Bun.sleep(5);
      }
    };
    // The start is over.
    await server.gaps();
    const people = person();
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
    isDone = true;
    await people;

    console.log(`INBOX_SEED=${seed}: ${BODIES} bodies ${JSON.stringify(counts)}`);
    const { idleMs } = await server.worst();
    const holds = (await server.gaps()).filter(({ heldMs }) => heldMs > LONGEST_MS + idleMs);
    expect(holds.map(({ heldMs, during }) => `${heldMs.toFixed(0)} ms during ${during}`)).toEqual(
      [],
    );
    expect(counts.decided).toBe(decided.size);
    const said = await notUnderstood();
    expect(said.length).toBeGreaterThan(5);
    expect(said).toEqual([...new Set(said)]);
    expect(server.hasEnded()).toBe(false);

    async function notUnderstood(): Promise<string[]> {
      const texts: string[] = [];
      let cursor = '';
      do {
        const path = `/messages?channel=${channelId}&limit=100${cursor && `&cursor=${cursor}`}`;
        const { body } = await owner.get<{ data: Message[]; nextCursor: string | null }>(path);
        texts.push(...body.data.map(({ text }) => text ?? ''));
        cursor = body.nextCursor ?? '';
      } while (cursor !== '');
      return texts.filter((text) => text.includes('does not understand'));
    }
  },
  { timeout: 120_000 + BODIES * 20 },
);

function answerTo(type: string, payload: JsonObject, isAllowed: boolean): JsonObject {
  if (type === 'permission') return { decision: isAllowed ? 'allow' : 'deny' };
  const asked = payload.questions as { id: string; options?: { id: string }[] }[];
  const answers = asked.map(({ id, options }) => [
    id,
    options ? { selected: [options[0]?.id] } : { other: 'x' },
  ]);
  return { answers: Object.fromEntries(answers) };
}
