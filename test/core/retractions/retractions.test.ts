import { expect, test } from 'bun:test';
import { IN_PROCESS } from '../../../src/core/access/callers.ts';
import { createKey } from '../../../src/core/access/keys.ts';
import { deleteChannel } from '../../../src/core/channels/channels.ts';
import { deleteMessage } from '../../../src/core/messages/messages.ts';
import { listRetracted } from '../../../src/core/retractions/retractions.ts';
import { ListRetracted } from '../../../src/core/retractions/schema.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { entriesOf } from '../../support/inbox/audit.ts';
import {
  agentOf,
  keyOf,
  reviewerOf,
  type TestInbox,
  testInbox,
} from '../../support/inbox/inbox.ts';

const approval = { type: 'approval', payload: { title: 'Delete production?' } };
const retracted = (
  inbox: TestInbox,
  caller = inbox.owner as Parameters<typeof listRetracted>[1],
  query = {},
) => listRetracted(inbox, caller, ListRetracted.parse(query));

test('records the choice, its author and the retracting key of an answered question', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const key = await createKey(inbox, inbox.owner, { name: 'ci', channels: 'all', expiresAt: null });
  const { id } = await inbox.send({ channelId, text: 'Really?', review: approval });
  const { review } = await answerReview(inbox, inbox.owner, id, { selectedOption: 'approve' });
  inbox.clock.advance(60_000);
  const caller = { ...keyOf(key.id, channelId), origin: { ...IN_PROCESS, credential: key.id } };
  await deleteMessage(inbox, caller, id);
  const { data } = await retracted(inbox);
  expect(data).toEqual([
    {
      id,
      channelId,
      type: 'approval',
      selectedOption: 'approve',
      respondedBy: review?.respondedBy ?? null,
      retractedBy: { kind: 'key', id: key.id, name: 'ci' },
      at: '2030-01-02T12:01:00.000Z',
    },
  ]);
  expect(JSON.stringify(data)).not.toMatch(/Really|production/);
  const [answered, gone] = await entriesOf(inbox, { subject: id });
  const { questionDigest, answerDigest } = answered?.detail ?? {};
  expect(gone).toMatchObject({ action: 'message.retracted', actor: { id: key.id } });
  expect(gone?.detail).toMatchObject({ questionDigest, answerDigest });
});

test('records a retracted question without an answer, but no plain message', async () => {
  await using inbox = await testInbox();
  const asked = await inbox.send({ review: approval });
  const said = await inbox.send({ text: 'Hi' });
  for (const { id } of [asked, said]) await deleteMessage(inbox, inbox.owner, id);
  const { data } = await retracted(inbox);
  expect(data).toMatchObject([{ id: asked.id, selectedOption: null, respondedBy: null }]);
  expect(data[0]?.retractedBy).toMatchObject({ kind: 'local', name: inbox.owner.name });
});

test("lists retracted questions for the channel's viewers, and removes them with the channel", async () => {
  await using inbox = await testInbox();
  const [own, other] = [await inbox.channel(), await inbox.channel()];
  const ids: string[] = [];
  for (const { id: channelId } of [own, other, own]) {
    const { id } = await inbox.send({ channelId, review: approval });
    ids.push(id);
    await deleteMessage(inbox, inbox.agent, id);
  }
  const seen = async (...given: [Parameters<typeof listRetracted>[1], object?]) =>
    (await retracted(inbox, ...given)).data.map(({ id }) => id);
  expect(await seen(inbox.owner)).toEqual(ids.toReversed());
  expect(await seen(inbox.owner, { channel: other.id })).toEqual([ids[1] ?? '']);
  expect(await seen(reviewerOf(own.id))).toEqual([ids[2] ?? '', ids[0] ?? '']);
  expect(await seen(agentOf(other.id))).toEqual([ids[1] ?? '']);
  expect(await seen(reviewerOf(own.id), { channel: other.id })).toEqual([]);
  expect(await seen(reviewerOf(own.id), { message: ids[1] })).toEqual([]);
  expect(await seen(reviewerOf(own.id), { message: ids[2] })).toEqual([ids[2] ?? '']);
  await deleteChannel(inbox, inbox.owner, own.id);
  expect(await seen(inbox.owner)).toEqual([ids[1] ?? '']);
});

test('pages without repeats or gaps, for one channel and for several', async () => {
  await using inbox = await testInbox();
  const channels = [await inbox.channel(), await inbox.channel()];
  const ids: string[] = [];
  for (let at = 0; at < 25; at++) {
    const channelId = channels[at % 2]?.id ?? '';
    const { id } = await inbox.send({ channelId, review: approval });
    ids.unshift(id);
    await deleteMessage(inbox, inbox.agent, id);
  }
  for (const caller of [inbox.owner, reviewerOf(...channels.map(({ id }) => id))]) {
    const listed: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await retracted(inbox, caller, { limit: 10, ...(cursor ? { cursor } : {}) });
      listed.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(listed).toEqual(ids);
  }
});
