import { expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ackMessage } from '../../../src/core/messages/delivery-status.ts';
import { deleteMessage, getMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { answerReview, getReview } from '../../../src/core/reviews/reviews.ts';
import { waitForReview } from '../../../src/core/reviews/waiting.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { agentOf, reviewerOf, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending } from '../../support/inbox/pages.ts';

const review = { type: 'approval' };
const yes = { selectedOption: 'approve' };

test('stores an answer with its author and time, and emits it', async () => {
  await using inbox = await testInbox();
  const { id, channelId } = await inbox.send({ review });
  const received = recordEvents(inbox);
  inbox.clock.advance(5000);
  const answered = await answerReview(inbox, reviewerOf(channelId), id, yes);
  const respondedAt = new Date(inbox.clock.now()).toISOString();
  expect(answered.updatedAt).toBe(respondedAt);
  expect(answered.review).toMatchObject({
    status: 'completed',
    response: yes,
    respondedAt,
    respondedBy: { id: 'reviewer', name: 'Rita', via: 'api', credential: 'local' },
  });
  expect(received).toEqual([{ name: 'review:responded', payload: answered }]);
  expect(await getMessage(inbox, inbox.agent, id)).toEqual(answered);
});

test('refuses an invalid answer with its paths and keeps the review pending', async () => {
  await using inbox = await testInbox();
  const { id } = await inbox.send({ review });
  const received = recordEvents(inbox);
  const refused = await answerReview(inbox, inbox.owner, id, {}).catch((error) => error);
  expect(refused.code).toBe('invalid');
  expect(refused.details.issues[0].path).toEqual(['response', 'selectedOption']);
  expect((await getReview(inbox, inbox.agent, id)).review.status).toBe('pending');
  expect(received).toEqual([]);
});

test('accepts an answer only from a person who sees the channel', async () => {
  await using inbox = await testInbox();
  const { id, channelId } = await inbox.send({ review });
  const refusal = async (caller: Parameters<typeof answerReview>[1]) =>
    answerReview(inbox, caller, id, yes).catch((error) => error.code);
  expect(await refusal(inbox.agent)).toBe('forbidden');
  expect(await refusal(agentOf(channelId))).toBe('forbidden');
  expect(await refusal(reviewerOf('another'))).toBe('not_found');
  expect(await refusal(reviewerOf())).toBe('not_found');
});

test('lists the pending questions of visible channels, soonest to expire first', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const ask = (expiresInSeconds: number) =>
    inbox.send({ channelId, review: { ...review, expiresInSeconds } });
  const late = await ask(300);
  const soon = await ask(100);
  const middle = await ask(200);
  const foreign = await inbox.send({ review });
  await inbox.send({ channelId, text: 'asks nothing' });
  const ids = async (who: Parameters<typeof listPending>[1], channel?: string) =>
    (
      await listPending(inbox, who, channel ? { channel: [channel], limit: 100 } : undefined)
    ).data.map((message) => message.id);
  expect(await ids(agentOf(channelId))).toEqual([soon.id, middle.id, late.id]);
  expect(await ids(inbox.owner)).toEqual([soon.id, middle.id, late.id, foreign.id]);
  expect(await ids(inbox.owner, foreign.channelId)).toEqual([foreign.id]);
  expect(await ids(agentOf(channelId), foreign.channelId)).toEqual([]);
});

test('shows a password only to the agent that asked', async () => {
  await using inbox = await testInbox();
  const fields = [
    { name: 'user', type: 'text', label: 'User' },
    { name: 'pass', type: 'password', label: 'Password' },
  ];
  const { id, channelId: channel } = await inbox.send({
    review: { type: 'form', payload: { fields } },
  });
  const given = { user: 'ann', pass: 'swordfish' };
  const hidden = { user: 'ann', pass: '***' };
  expect((await answerReview(inbox, inbox.owner, id, given)).review?.response).toEqual(hidden);
  const alone = await getMessage(inbox, inbox.agent, id);
  const waited = await waitForReview(inbox, inbox.agent, id, { channel, timeoutMs: 0 });
  expect(alone.review?.response).toEqual(given);
  expect(waited).toMatchObject({ message: { review: { response: given } } });
  const forPeople = await getReview(inbox, inbox.owner, id);
  expect(forPeople.review.response).toEqual(hidden);
  for (const caller of [inbox.agent, inbox.owner]) {
    const page = await listMessages(inbox, caller, ListMessages.parse({}));
    expect(page.data[0]?.review?.response).toEqual(hidden);
  }
});

test('emits a deletion, and an acknowledgement once', async () => {
  await using inbox = await testInbox();
  const { id, channelId } = await inbox.send({ review });
  const received = recordEvents(inbox);
  await ackMessage(inbox, inbox.agent, id);
  await ackMessage(inbox, inbox.agent, id);
  await deleteMessage(inbox, inbox.agent, id);
  expect(received).toEqual([
    {
      name: 'message:delivery',
      payload: { messageId: id, channelId, deliveryStatus: 'agent_received' },
    },
    { name: 'message:deleted', payload: { id, channelId, was: { pending: true } } },
  ]);
  const gone = await answerReview(inbox, inbox.owner, id, yes).catch((error) => error.code);
  expect(gone).toBe('not_found');
});

test('accepts a review named after a plugin whose schema the payload fits', async () => {
  await using inbox = await testInbox();
  const folder = join(inbox.data, 'plugins', 'map-pin');
  mkdirSync(folder, { recursive: true });
  const inputSchema = {
    type: 'object',
    required: ['lat'],
    properties: { lat: { type: 'number' } },
  };
  const manifest = { name: 'map-pin', displayName: 'Map pin', version: '1.0.0', inputSchema };
  writeFileSync(join(folder, 'plugin.json'), JSON.stringify(manifest));
  await inbox.close();
  await using again = await inbox.restart();
  const pin = (payload: object) =>
    again.send({ review: { type: 'map-pin', payload: { ...payload } } });
  const { id } = await pin({ lat: 52.5 });
  const answered = await answerReview(again, again.owner, id, { anything: true });
  expect(answered.review?.response).toEqual({ anything: true });
  const refused = await pin({ lat: 'north' }).catch((error) => error.details.issues[0].path);
  expect(refused).toEqual(['review', 'payload', 'lat']);
});
