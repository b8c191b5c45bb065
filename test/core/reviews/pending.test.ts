import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { agentOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listPending } from '../../support/inbox/pages.ts';

async function askMany(inbox: TestInbox, seconds: number[], channelId: string) {
  const sent = await Promise.all(
    seconds.map((expiresInSeconds) =>
      inbox.send({ channelId, review: { type: 'approval', payload: {}, expiresInSeconds } }),
    ),
  );
  return sent.map(({ id }) => id);
}

async function pagesOf(inbox: TestInbox, limit: number, between: () => Promise<unknown>) {
  const ids: string[] = [];
  let cursor: string | undefined;
  while (true) {
    const page = await listPending(inbox, inbox.owner, { limit, cursor });
    expect(page.data.length).toBeLessThanOrEqual(limit);
    ids.push(...page.data.map(({ id }) => id));
    if (page.nextCursor === null) return ids;
    expect(page.data).toHaveLength(limit);
    cursor = page.nextCursor;
    await between();
  }
}

test('pages without repeats or gaps while others answer and ask', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 100, max: 110 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 7 }),
      fc.infiniteStream(fc.nat()),
      async (seconds, limit, picks) => {
        await using inbox = await testInbox();
        const { id: channelId } = await inbox.channel();
        const ids = await askMany(inbox, seconds, channelId);
        const left = new Set(ids);
        const seen = await pagesOf(inbox, limit, async () => {
          const id = [...left][(picks.next().value ?? 0) % left.size];
          if (id && left.delete(id)) {
            await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
          }
          await askMany(inbox, [50], channelId);
        });
        expect(new Set(seen).size).toBe(seen.length);
        for (const id of left) expect(seen).toContain(id);
        const order = (id: string) => `${seconds[ids.indexOf(id)]} ${id}`;
        const own = seen.filter((id) => ids.includes(id));
        expect(own).toEqual(own.toSorted((a, b) => (order(a) < order(b) ? -1 : 1)));
      },
    ),
    { numRuns: 30 },
  );
}, 120_000);

test('filters a page by channels and kind, and returns the total', async () => {
  await using inbox = await testInbox();
  const [one, other, third] = await Promise.all([1, 2, 3].map(() => inbox.channel()));
  if (!one || !other || !third) throw new Error('no channels');
  for (const { id } of [one, other, third]) await askMany(inbox, [60, 70], id);
  await inbox.send({ channelId: one.id, review: { type: 'text-input', payload: {} } });
  const count = async (list: Parameters<typeof listPending>[2], caller = inbox.agent) => {
    const { data, total } = await listPending(inbox, caller, list);
    return [data.length, total];
  };
  expect(await count({ limit: 2 })).toEqual([2, 7]);
  expect(await count({ limit: 100, channel: [one.id, third.id] })).toEqual([5, 5]);
  expect(await count({ limit: 100, type: 'text-input' })).toEqual([1, 1]);
  expect(await count({ limit: 100, channel: [one.id], type: 'approval' })).toEqual([2, 2]);
  const limited = agentOf(one.id);
  expect(await count({ limit: 100 }, limited)).toEqual([3, 3]);
  expect(await count({ limit: 100, channel: [other.id] }, limited)).toEqual([0, 0]);
  expect(await count({ limit: 100, channel: [one.id, other.id] }, limited)).toEqual([3, 3]);
});
