import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import type { Outcome } from '../../src/core/outgoing/outcome.ts';
import { notSent } from '../../src/core/outgoing/outcome.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import type { Queue } from '../../src/delivery/queue.ts';
import { createWorker } from '../../src/delivery/worker.ts';
import { testDelivery } from '../support/delivery/worker.ts';
import { testInbox } from '../support/inbox/inbox.ts';
import { eventually } from '../support/reach/eventually.ts';

type Testing = Awaited<ReturnType<typeof testDelivery>>;

async function answered({ inbox, channel }: Testing): Promise<void> {
  const { id } = await inbox.send({
    channelId: (await channel()).id,
    review: { type: 'approval' },
  });
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
}

test('sends a delivery claimed at shutdown exactly once from the next worker', async () => {
  await using delivery = await testDelivery();
  const { receiver, worker, start } = delivery;
  await answered(delivery);
  await worker.stop();
  const recorded = delivery.recorded();
  const next = await start();
  await recorded;
  expect(receiver.received).toHaveLength(1);
  await next.stop();
});

test('records an attempt once the disk accepts writes again', async () => {
  await using delivery = await testDelivery();
  const { inbox, receiver } = delivery;
  const refused = Promise.withResolvers<void>();
  inbox.log.error = () => refused.resolve();
  await inbox.store.commit((tx) =>
    sql`create trigger full before insert on delivery_attempts
      begin select raise(abort, 'the disk is full'); end`.execute(tx),
  );
  const recorded = delivery.recorded();
  await answered(delivery);
  await refused.promise;
  await inbox.store.commit((tx) => sql`drop trigger full`.execute(tx));
  expect((await recorded).deliveryStatus).toBe('webhook_delivered');
  expect(receiver.received).toHaveLength(1);
});

type Item = { id: string; lane: string };

/** Items in memory, each sent until it is accepted. */
function testQueue(items: Item[], send: (item: Item) => Promise<Outcome>) {
  const due = new Map(items.map((item) => [item.id, item]));
  const done = Promise.withResolvers<void>();
  let left = items.length;
  const queue: Queue<Item> = {
    name: 'items of a test',
    lanes: { first: 1, most: 16 },
    isWell: ({ result }) => result === 'accepted',
    onDue: () => () => {},
    leaseMs: 20_000,
    takeBack: async () => {},
    findDue: async ({ limit, isBusy }) =>
      [...due.values()].filter(({ lane }) => !isBusy(lane)).slice(0, limit),
    claim: async (ids) =>
      ids.flatMap((id) => {
        const item = due.get(id);
        due.delete(id);
        return item ?? [];
      }),
    nextDueAt: async () => null,
    send,
    async settle(item, { result }) {
      if (result !== 'accepted') due.set(item.id, item);
      else if (--left === 0) done.resolve();
    },
    release: async () => {},
  };
  return { queue, done: done.promise };
}

test('sends from any queue, 1 item at a time per lane until one is accepted', async () => {
  await using inbox = await testInbox();
  const items = ['a', 'a', 'a', 'b'].map((lane, at) => ({ id: `${lane}${at}`, lane }));
  const underWay = new Map<string, number>();
  const most: number[] = [];
  let refusals = 2;
  const { queue, done } = testQueue(items, async ({ lane }) => {
    underWay.set(lane, (underWay.get(lane) ?? 0) + 1);
    if (lane === 'a') most.push(underWay.get(lane) ?? 0);
    await Bun.sleep(0);
    underWay.set(lane, (underWay.get(lane) ?? 0) - 1);
    if (lane === 'a' && refusals-- > 0) return notSent('busy');
    return { ...notSent(''), result: 'accepted', error: null };
  });
  const worker = createWorker(inbox);
  const { attempts } = await worker.serve(queue);
  await done;
  await worker.stop();
  expect(most.slice(0, 3)).toEqual([1, 1, 1]);
  expect(attempts()).toMatchObject({ accepted: 4, refused: 2, unknown: 0 });
});

test('sends again what fails while another item is being claimed', async () => {
  await using inbox = await testInbox();
  const accepted = { ...notSent(''), result: 'accepted' as const, error: null };
  const items = [
    { id: 'failing', lane: 'a' },
    { id: 'first', lane: 'b' },
    { id: 'next', lane: 'b' },
  ];
  const claiming = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<void>();
  const attempts: string[] = [];
  let retryAtMs: number | null = null;
  const { queue, done } = testQueue(items, async ({ id }) => {
    attempts.push(id);
    if (id !== 'failing' || retryAtMs !== null) return accepted;
    await claiming.promise;
    return notSent('busy');
  });
  const worker = createWorker(inbox);
  await worker.serve({
    ...queue,
    async findDue(search) {
      const isLater = retryAtMs !== null && retryAtMs > search.atMs;
      const found = await queue.findDue(search);
      return found.filter(({ id }) => id !== 'failing' || !isLater);
    },
    async claim(ids) {
      if (ids.includes('next')) {
        claiming.resolve();
        await failed.promise;
      }
      return queue.claim(ids);
    },
    nextDueAt: async () => retryAtMs,
    async settle(item, outcome) {
      await queue.settle(item, outcome);
      if (outcome.result === 'accepted') return;
      retryAtMs = inbox.now() + 1;
      setImmediate(failed.resolve);
    },
  });
  await failed.promise;
  inbox.clock.advance(1);
  await done;
  await worker.stop();
  expect(attempts).toEqual(['failing', 'first', 'next', 'failing']);
});

/** Items of as many lanes, none of which ever ends; and how many of them have begun. */
function hangingQueue(count: number) {
  const items = Array.from({ length: count }, (_, at) => ({ id: `${at}`, lane: `${at}` }));
  let begun = 0;
  const { queue } = testQueue(items, () => {
    begun++;
    return new Promise<never>(() => {});
  });
  return { queue, begun: () => begun };
}

test('leaves 256 of 2,048 places to other queues, and exceeds them with none', async () => {
  await using inbox = await testInbox();
  const worker = createWorker(inbox);
  const [slow, other, last] = [hangingQueue(3000), hangingQueue(3000), hangingQueue(1)];
  await worker.serve(slow.queue);
  await eventually(() => slow.begun() === 2048 - 256);
  await worker.serve(other.queue);
  await eventually(() => other.begun() === 256);
  await worker.serve(last.queue);
  worker.look();
  await worker.stop();
  expect([slow.begun(), other.begun(), last.begun()]).toEqual([1792, 256, 0]);
});

test('sends from the other queues while one cannot be read', async () => {
  await using inbox = await testInbox();
  const accepted = { ...notSent(''), result: 'accepted' as const, error: null };
  const items = [{ id: 'a', lane: 'a' }];
  const broken = testQueue(items, async () => accepted);
  const well = testQueue(items, async () => accepted);
  const worker = createWorker(inbox);
  let failures = 0;
  const findDue = () => Promise.reject(new Error(`failure ${++failures}`));
  await worker.serve({ ...broken.queue, findDue });
  await eventually(() => failures > 0);
  await worker.serve(well.queue);
  await well.done;
  await worker.stop();
});
