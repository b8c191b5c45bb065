import { expect, test } from 'bun:test';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { listDeliveries, testWebhook } from '../../../src/core/webhooks/deliveries.ts';
import { ListDeliveries } from '../../../src/core/webhooks/schema.ts';
import { sweepDeliveries } from '../../../src/core/webhooks/sweep.ts';
import { testDelivery } from '../../support/delivery/worker.ts';

const MONTH_MS = 30 * 24 * 60 * 60 * 1000;

test('deletes deliveries and tests after a month, but keeps failed ones for a retry', async () => {
  await using delivery = await testDelivery();
  const { inbox, receiver } = delivery;
  const { id: channelId } = await delivery.channel();
  const answered = async (status: number) => {
    receiver.answer(() => status);
    const { id } = await inbox.send({ channelId, review: { type: 'approval' } });
    const recorded = delivery.recorded();
    await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
    await recorded;
    return id;
  };
  await answered(200);
  await testWebhook(inbox, inbox.owner, channelId);
  await receiver.has(2);
  const failed = await answered(410);
  inbox.clock.advance(MONTH_MS);
  const young = await answered(200);
  const kept = async () => {
    const all = await listDeliveries(inbox, inbox.owner, ListDeliveries.parse({}));
    return all.map(({ messageId }) => messageId);
  };
  await sweepDeliveries(inbox);
  expect(await kept()).toHaveLength(4);
  inbox.clock.advance(1);
  await sweepDeliveries(inbox);
  expect(await kept()).toEqual([young, failed]);
});
