import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import type { Outcome } from '../../src/core/outgoing/outcome.ts';
import { notSent } from '../../src/core/outgoing/outcome.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import type { Queue } from '../../src/delivery/queue.ts';
import { startWorker } from '../../src/delivery/worker.ts';
import { testDelivery } from '../support/delivery/worker.ts';
import { testInbox } from '../support/inbox/inbox.ts';

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
  const told = delivery.told();
  const next = await start();
  await told;
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
  const told = delivery.told();
  await answered(delivery);
  await refused.promise;
  await inbox.store.commit((tx) => sql`drop trigger full`.execute(tx));
  expect((await told).deliveryStatus).toBe('webhook_delivered');
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
    requeueClaimed: async () => {},
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
  const worker = await startWorker(inbox, queue);
  await done;
  await worker.stop();
  expect(most.slice(0, 3)).toEqual([1, 1, 1]);
  expect(worker.attempts()).toMatchObject({ accepted: 4, refused: 2, unknown: 0 });
});
