import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { testDelivery } from '../support/delivery/worker.ts';

type Testing = Awaited<ReturnType<typeof testDelivery>>;

async function answered({ inbox, channel }: Testing): Promise<void> {
  const { id } = await inbox.send({
    channelId: (await channel()).id,
    review: { type: 'approval' },
  });
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
}

test('what was being taken when the worker stops is sent by the next one, and only once', async () => {
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

test('an attempt that the disk refused to note is noted when the disk is back', async () => {
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
