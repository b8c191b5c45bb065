import { expect, test } from 'bun:test';
import { changeByItself } from '../../src/core/change.ts';
import { ackMessage } from '../../src/core/messages/delivery-status.ts';
import { getMessage } from '../../src/core/messages/messages.ts';
import { notSent } from '../../src/core/outgoing/outcome.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import {
  listDeliveries,
  retryDeliveries,
  testWebhook,
} from '../../src/core/webhooks/deliveries.ts';
import { listFailing, resumeWebhook } from '../../src/core/webhooks/failing.ts';
import { ListDeliveries } from '../../src/core/webhooks/schema.ts';
import { settleDelivery } from '../../src/core/webhooks/settle.ts';
import { getWebhook } from '../../src/core/webhooks/webhooks.ts';
import { DELAYS_MS, testDelivery } from '../support/delivery/worker.ts';
import { entriesOf } from '../support/inbox/audit.ts';
import { nextEvent } from '../support/inbox/events.ts';
import { reviewerOf, type TestInbox } from '../support/inbox/inbox.ts';
import { eventually } from '../support/reach/eventually.ts';

type Testing = Awaited<ReturnType<typeof testDelivery>>;

const DAY_MS = 24 * 60 * 60 * 1000;
const HALF_A_JITTER = 0.1;

/** Asks in a channel with a webhook, and answers; resolves when the first attempt is over. */
async function answered(delivery: Testing, channelId?: string) {
  const { inbox } = delivery;
  const inChannel = channelId ?? (await delivery.channel()).id;
  const { id } = await inbox.send({ channelId: inChannel, review: { type: 'approval' } });
  const recorded = delivery.recorded();
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  await recorded;
  return { id, channelId: inChannel };
}

async function logOf(inbox: TestInbox, message?: string) {
  const list = ListDeliveries.parse(message === undefined ? {} : { message });
  const [delivery] = await listDeliveries(inbox, inbox.owner, list);
  if (!delivery) throw new Error('There is no delivery');
  return delivery;
}

/** Lets the time pass to the next attempt, and resolves when that is over. */
async function nextAttempt({ inbox, worker, receiver }: Testing): Promise<number> {
  const { id, nextAttemptAt } = await logOf(inbox);
  const due = Date.parse(nextAttemptAt ?? '');
  const waitedMs = due - inbox.now();
  inbox.clock.at(due);
  worker.look();
  await receiver.has(receiver.received.length + 1);
  await eventually(async () => (await attemptsOf(inbox, id)) >= receiver.received.length);
  return waitedMs;
}

const attemptsOf = async (inbox: TestInbox, id: string) =>
  (await listDeliveries(inbox, inbox.owner, ListDeliveries.parse({}))).find((one) => one.id === id)
    ?.attempts.length ?? 0;

test.each([200, 201, 204, 299])(
  'treats %d as delivered and records the attempt',
  async (status) => {
    await using delivery = await testDelivery(() => new Response(null, { status }));
    const { id } = await answered(delivery);
    const log = await logOf(delivery.inbox, id);
    expect(log).toMatchObject({ status: 'delivered', nextAttemptAt: null, messageId: id });
    expect(log.attempts).toMatchObject([{ status, error: null, response: '' }]);
    expect((await getMessage(delivery.inbox, delivery.inbox.owner, id)).deliveryStatus).toBe(
      'webhook_delivered',
    );
  },
);

test.each([301, 307, 400, 404, 429, 500, 503])('treats %d as a failure', async (status) => {
  const headers = { location: 'http://127.0.0.1:1/elsewhere' };
  await using delivery = await testDelivery(() => new Response('no', { status, headers }));
  const { id } = await answered(delivery);
  const log = await logOf(delivery.inbox, id);
  expect(log.status).toBe('pending');
  expect(log.attempts).toMatchObject([{ status, response: 'no' }]);
  expect(log.attempts[0]?.error).toContain(String(status));
  expect(delivery.receiver.received).toHaveLength(1);
  expect((await getMessage(delivery.inbox, delivery.inbox.owner, id)).deliveryStatus).toBe(
    'webhook_failed',
  );
});

test('retries a failure with the same body after each configured delay, then stops', async () => {
  await using delivery = await testDelivery(() => 503);
  await answered(delivery);
  const waits: number[] = [];
  for (const _ of DELAYS_MS) waits.push(await nextAttempt(delivery));
  waits.forEach((wait, at) => {
    const delay = DELAYS_MS[at] ?? 0;
    expect(Math.abs(wait - delay)).toBeLessThanOrEqual(delay * HALF_A_JITTER);
  });
  const { receiver, inbox } = delivery;
  expect(await logOf(inbox)).toMatchObject({ status: 'failed', nextAttemptAt: null });
  expect(receiver.received).toHaveLength(1 + DELAYS_MS.length);
  expect(new Set(receiver.ids()).size).toBe(1);
  expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
});

test('stops retrying on 410', async () => {
  await using delivery = await testDelivery(() => 410);
  await answered(delivery);
  expect(await logOf(delivery.inbox)).toMatchObject({ status: 'failed', nextAttemptAt: null });
});

test('respects Retry-After', async () => {
  const headers = { 'retry-after': '3600' };
  await using delivery = await testDelivery(() => new Response(null, { status: 503, headers }));
  await answered(delivery);
  expect(await nextAttempt(delivery)).toBe(3_600_000);
});

test('sends the same body again immediately on a manual retry, even after the last attempt', async () => {
  await using delivery = await testDelivery(() => 410);
  const { id } = await answered(delivery);
  const { inbox, receiver } = delivery;
  receiver.answer(() => 200);
  const recorded = delivery.recorded();
  const message = await retryDeliveries(inbox, inbox.owner, id);
  expect(message.deliveryStatus).toBe('webhook_failed');
  expect((await recorded).deliveryStatus).toBe('webhook_delivered');
  const [first, second] = receiver.received;
  expect([second?.body, second?.headers.get('webhook-id')]).toEqual([
    first?.body,
    first?.headers.get('webhook-id'),
  ]);
  expect((await logOf(inbox)).attempts).toHaveLength(2);
  await retryDeliveries(inbox, inbox.owner, id);
  expect((await logOf(inbox)).status).toBe('delivered');
});

test('keeps agent_received when a late result arrives', async () => {
  const release = Promise.withResolvers<number>();
  await using delivery = await testDelivery(() => release.promise);
  const { inbox, receiver } = delivery;
  const channelId = (await delivery.channel()).id;
  const { id } = await inbox.send({ channelId, review: { type: 'approval' } });
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  await receiver.has(1);
  await ackMessage(inbox, inbox.agent, id);
  release.resolve(500);
  await eventually(async () => (await logOf(inbox)).attempts.length > 0);
  expect((await getMessage(inbox, inbox.owner, id)).deliveryStatus).toBe('agent_received');
});

test('pauses a URL that fails for 5 days, and resumes it on a successful test', async () => {
  await using delivery = await testDelivery(() => 500);
  const { inbox, receiver } = delivery;
  const { channelId } = await answered(delivery);
  expect(await getWebhook(inbox, inbox.owner, channelId)).toMatchObject({
    failingSince: '2030-01-02T12:00:00.000Z',
    pausedAt: null,
  });
  inbox.clock.advance(5 * DAY_MS);
  await answered(delivery, channelId);
  expect((await getWebhook(inbox, inbox.owner, channelId)).pausedAt).not.toBeNull();

  const attempts = receiver.received.length;
  const { id } = await inbox.send({ channelId, review: { type: 'approval' } });
  const failed = delivery.recorded();
  await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  expect(await failed).toEqual({ messageId: id, channelId, deliveryStatus: 'webhook_failed' });
  const paused = await logOf(inbox, id);
  expect(paused.status).toBe('failed');
  expect(paused.attempts[0]?.error).toContain('paused');
  expect(receiver.received).toHaveLength(attempts);

  receiver.answer(() => 200);
  await testWebhook(inbox, inbox.owner, channelId);
  await receiver.has(attempts + 1);
  await eventually(async () => !(await getWebhook(inbox, inbox.owner, channelId)).pausedAt);
  const recorded = delivery.recorded();
  await retryDeliveries(inbox, inbox.owner, id);
  expect((await recorded).deliveryStatus).toBe('webhook_delivered');
});

test('lists a paused webhook with its undelivered events, and sends them on resume', async () => {
  await using delivery = await testDelivery(() => 410);
  const { inbox, receiver } = delivery;
  const { channelId } = await answered(delivery);
  const done = async () =>
    (await entriesOf(inbox, { action: ['webhook.'] })).map(({ action }) => action);
  expect(await done()).toEqual([]);
  await answered(delivery, channelId);
  expect(await done()).toEqual(['webhook.failing']);
  inbox.clock.advance(5 * DAY_MS);
  await answered(delivery, channelId);
  expect(await done()).toEqual(['webhook.failing', 'webhook.paused']);
  const unsent = await answered(delivery, channelId);
  const [failingSince, pausedAt] = ['2030-01-02T12:00:00.000Z', '2030-01-07T12:00:00.000Z'];
  const one = { channelId, failingSince, pausedAt, undelivered: 4 };
  expect(await listFailing(inbox, inbox.owner)).toEqual([one]);
  expect(await listFailing(inbox, reviewerOf(channelId))).toEqual([one]);
  expect(await listFailing(inbox, reviewerOf('other'))).toEqual([]);
  const foreign = resumeWebhook(inbox, reviewerOf('other'), channelId);
  expect(await foreign.catch(({ code }) => code)).toBe('not_found');

  const attempts = receiver.received.length;
  receiver.answer(() => 200);
  const updated = nextEvent(inbox, 'agent:updated');
  expect(await resumeWebhook(inbox, inbox.owner, channelId)).toEqual({ retried: 4 });
  expect((await updated).id).toBe(channelId);
  await receiver.has(attempts + 4);
  await eventually(async () => (await logOf(inbox, unsent.id)).status === 'delivered');
  expect(await listFailing(inbox, inbox.owner)).toEqual([]);
  expect((await entriesOf(inbox, { action: ['webhook.resumed'] })).at(-1)).toMatchObject({
    actor: { id: inbox.owner.userId },
    subject: { id: channelId },
    detail: { undelivered: 4 },
  });
  expect(await resumeWebhook(inbox, inbox.owner, channelId)).toEqual({ retried: 0 });
});

test('records nothing for an attempt that fails while its channel is removed', async () => {
  await using delivery = await testDelivery(() => 503);
  const { inbox } = delivery;
  const { id, channelId } = await answered(delivery);
  const { id: deliveryId } = await logOf(inbox, id);
  // Its rows are still there, as a large channel's are for a while.
  await changeByItself(inbox, ({ tx }) =>
    tx.insertInto('removed_channels').values({ id: channelId }).execute(),
  );
  await settleDelivery(inbox, deliveryId, notSent('Could not connect'));
  expect(await entriesOf(inbox, { action: ['webhook.failing'] })).toEqual([]);
});

test('drops the delivery of a deleted message', async () => {
  await using delivery = await testDelivery(() => 503);
  const { id } = await answered(delivery);
  const { inbox } = delivery;
  const { deleteMessage } = await import('../../src/core/messages/messages.ts');
  const gone = nextEvent(inbox, 'message:deleted');
  await deleteMessage(inbox, inbox.agent, id);
  await gone;
  expect(await listDeliveries(inbox, inbox.owner, ListDeliveries.parse({}))).toEqual([]);
});
