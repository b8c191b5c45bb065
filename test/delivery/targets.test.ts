import { expect, test } from 'bun:test';
import { setWebhook } from '../../src/core/channels/channels.ts';
import { sendMessage } from '../../src/core/messages/messages.ts';
import { SendMessage } from '../../src/core/messages/schema.ts';
import { settleExpired } from '../../src/core/reviews/expiry.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import {
  MessageCreatedEvent,
  ReviewExpiredEvent,
  ReviewRespondedEvent,
} from '../../src/core/webhooks/payloads.ts';
import { testDelivery } from '../support/delivery/worker.ts';

const yes = { selectedOption: 'approve' };

test("sends an answer to the message's URL, else the channel's, else the callback", async () => {
  await using delivery = await testDelivery();
  const { inbox, receiver } = delivery;
  const callback = {
    url: `${receiver.url}/callback`,
    method: 'PUT' as const,
    headers: { 'X-Mine': 'c' },
  };
  const ask = async (channelId: string, webhookUrl?: string) => {
    const review = { type: 'approval', callback };
    const { id } = await inbox.send({ channelId, review, ...(webhookUrl ? { webhookUrl } : {}) });
    const recorded = delivery.recorded();
    await answerReview(inbox, inbox.owner, id, yes);
    await recorded;
  };
  const headers = { Authorization: 'Bearer channel' };
  const { id } = await delivery.channel();
  await setWebhook(inbox, inbox.owner, { url: `${receiver.url}/channel`, channelId: id, headers });
  await ask(id, `${receiver.url}/message`);
  await ask(id);
  await ask((await inbox.channel()).id);
  const seen = receiver.received.map(({ method, path, headers: got }) => {
    return [method, path, got.get('authorization'), got.get('x-mine')];
  });
  expect(seen).toEqual([
    ['POST', '/message', null, null],
    ['POST', '/channel', 'Bearer channel', null],
    ['PUT', '/callback', null, 'c'],
  ]);
});

test('includes the unredacted response in an answer, with passwords', async () => {
  await using delivery = await testDelivery();
  const { inbox, receiver } = delivery;
  const fields = [{ name: 'pin', type: 'password', label: 'PIN' }];
  const channelId = (await delivery.channel()).id;
  const { id } = await inbox.send({ channelId, review: { type: 'form', payload: { fields } } });
  const recorded = delivery.recorded();
  await answerReview(inbox, inbox.owner, id, { pin: '1234' });
  expect(await recorded).toEqual({ messageId: id, channelId, deliveryStatus: 'webhook_delivered' });
  expect(receiver.bodies()).toEqual([
    {
      event: 'review:responded',
      channelId,
      message_id: id,
      review_type: 'form',
      response: { pin: '1234' },
      responded_at: '2030-01-02T12:00:00.000Z',
    },
  ]);
  expect(ReviewRespondedEvent.parse(receiver.bodies()[0])).toEqual(receiver.bodies()[0]);
});

test("sends a person's message to the channel, but not the agent's own", async () => {
  await using delivery = await testDelivery();
  const { inbox, receiver } = delivery;
  const channelId = (await delivery.channel()).id;
  await inbox.send({ channelId, text: 'from the agent' });
  const recorded = delivery.recorded();
  const body = SendMessage.parse({ channelId, text: 'from a person' });
  const { message } = await sendMessage(inbox, inbox.owner, body);
  await recorded;
  expect(receiver.bodies()).toEqual([{ event: 'message:created', channelId, message }]);
  expect(MessageCreatedEvent.parse(receiver.bodies()[0])).toEqual(receiver.bodies()[0]);
});

test('sends an expired review once', async () => {
  await using delivery = await testDelivery();
  const { inbox, receiver } = delivery;
  const channelId = (await delivery.channel()).id;
  const { id } = await inbox.send({
    channelId,
    review: { type: 'approval', expiresInSeconds: 60 },
  });
  inbox.clock.advance(60_000);
  const recorded = delivery.recorded();
  await Promise.all([settleExpired(inbox), settleExpired(inbox)]);
  await recorded;
  expect(receiver.bodies()).toEqual([
    {
      event: 'review:expired',
      channelId,
      message_id: id,
      review_type: 'approval',
      expired_at: '2030-01-02T12:01:00.000Z',
    },
  ]);
  expect(ReviewExpiredEvent.parse(receiver.bodies()[0])).toEqual(receiver.bodies()[0]);
});

test('sends and stores nothing without a URL', async () => {
  await using delivery = await testDelivery();
  const { inbox, receiver } = delivery;
  const { id } = await inbox.send({ review: { type: 'approval' } });
  await answerReview(inbox, inbox.owner, id, yes);
  const kept = await inbox.store.read.selectFrom('deliveries').selectAll().execute();
  expect([kept, receiver.received]).toEqual([[], []]);
});

test("sends a pending delivery to the channel's current URL", async () => {
  await using delivery = await testDelivery(() => 503);
  const { inbox, receiver, worker } = delivery;
  const channelId = (await delivery.channel()).id;
  const { id } = await inbox.send({ channelId, review: { type: 'approval' } });
  const failed = delivery.recorded();
  await answerReview(inbox, inbox.owner, id, yes);
  await failed;
  receiver.answer(() => 204);
  await setWebhook(inbox, inbox.owner, { url: `${receiver.url}/new`, channelId });
  const delivered = delivery.recorded();
  inbox.clock.advance(60_000);
  worker.look();
  await delivered;
  expect(receiver.received.map(({ path }) => path)).toEqual(['/channel', '/new']);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});
