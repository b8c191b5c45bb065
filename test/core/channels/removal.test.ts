import { expect, test } from 'bun:test';
import { sql } from 'kysely';
import { createKey } from '../../../src/core/access/keys.ts';
import {
  deleteChannel,
  getChannel,
  listChannels,
  updateChannel,
} from '../../../src/core/channels/channels.ts';
import { finishRemovals } from '../../../src/core/channels/removal.ts';
import { listFiles, openFile } from '../../../src/core/files/files.ts';
import { countFiles } from '../../../src/core/files/stored.ts';
import { ackMessage } from '../../../src/core/messages/delivery-status.ts';
import { deleteMessage, getMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages } from '../../../src/core/messages/schema.ts';
import { abortAbandoned, updateStream } from '../../../src/core/messages/streams.ts';
import { uploadFile } from '../../../src/core/messages/uploading.ts';
import { settleExpired } from '../../../src/core/reviews/expiry.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { waitForReview } from '../../../src/core/reviews/waiting.ts';
import { claimDeliveries, findDue } from '../../../src/core/webhooks/claim.ts';
import { countPending, listDeliveries } from '../../../src/core/webhooks/deliveries.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { bytesOf, givenFile } from '../../support/inbox/files.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages, listPending } from '../../support/inbox/pages.ts';
import { randomLetters } from '../../support/machine/random.ts';
import { turnsOfLoop } from '../../support/reach/eventually.ts';

/** More than any machine deletes in one slice. */
const COUNT = 3000;

/** A channel with a question, a draft, a file, a delivery that is due, and many more messages that ask. */
async function largeChannel(inbox: TestInbox) {
  const { id: channelId } = await inbox.channel({ webhookUrl: 'https://example.com/hook' });
  const review = { type: 'approval', expiresInSeconds: 3600 };
  const { id } = await inbox.send({ channelId, text: 'needle', review });
  await inbox.send({ channelId, text: 'needle', streamId: 's', streamState: 'streaming' });
  const file = await givenFile(inbox, { channelId, verb: uploadFile });
  await inbox.store.commit(async (tx) => {
    await sql`insert into messages
      (id, "channelId", "senderType", "senderId", text, "deliveryStatus", "createdAt", "updatedAt")
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${COUNT})
      select printf('0%025d', n), ${channelId}, 'agent', '', 'needle', 'sent', '2030-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z'
      from numbers`.execute(tx);
    await sql`insert into message_search (rowid, text) select seq, text from messages where id < '01'`.execute(
      tx,
    );
    await sql`insert into reviews
      ("messageId", "channelId", type, status, payload, "expiresInSeconds", "expiresAt")
      select id, "channelId", 'approval', 'pending', '{}', 60, '2030-01-02T13:00:00.000Z'
      from messages where id < '01'`.execute(tx);
  });
  const delivery = { messageId: id, channelId, event: 'review:responded', source: 'message' };
  await inbox.store.commit((tx) =>
    tx
      .insertInto('deliveries')
      .values({
        id: 'd',
        ...delivery,
        url: 'https://example.com',
        target: 'example.com',
        method: 'POST',
        headers: '{}',
        body: '{}',
        status: 'pending',
        attemptCount: 0,
        nextAttemptAt: '2030-01-01T00:00:00.000Z',
        createdAt: '',
      })
      .execute(),
  );
  return { channelId, id, file };
}

const rowsLeft = async ({ store }: TestInbox) =>
  (await store.read.selectFrom('messages').select('id').execute()).length;

const all = (query = {}) => ListMessages.parse({ limit: 100, ...query });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error) => error.code,
  );

test('hides a large channel immediately while its rows are still being deleted', async () => {
  await using inbox = await testInbox();
  const { agent, owner, store } = inbox;
  const { channelId, id, file } = await largeChannel(inbox);
  const kept = await inbox.send({ text: 'needle' });
  const waiting = codeOf(
    waitForReview(inbox, agent, id, { channel: channelId, timeoutMs: 60_000 }),
  );
  await deleteChannel(inbox, owner, channelId);
  expect(await rowsLeft(inbox)).toBeGreaterThan(1);

  const ids = async (query: object) =>
    (await listMessages(inbox, owner, all(query))).data.map((message) => message.id);
  expect(await waiting).toBe('not_found');
  expect(await ids({})).toEqual([kept.id]);
  expect(await ids({ search: 'needle' })).toEqual([kept.id]);
  expect(await ids({ review: 'pending' })).toEqual([]);
  expect(await ids({ has_attachments: 'true' })).toEqual([]);
  expect(await ids({ channel: channelId })).toEqual([]);
  expect(await listPending(inbox, owner)).toMatchObject({ data: [], total: 0 });
  expect(await listFiles(inbox, owner, { limit: 10 })).toEqual([]);
  expect(await countFiles(store.read)).toEqual({ count: 0, bytes: 0 });
  expect(await listDeliveries(inbox, owner, { limit: 10 })).toEqual([]);
  expect(await countPending(inbox)).toBe(0);
  expect((await listChannels(inbox, owner)).map((one) => one.id)).toEqual([kept.channelId]);
  const yes = { selectedOption: 'approve' };
  const refused: Promise<unknown>[] = [
    getChannel(inbox, owner, channelId),
    updateChannel(inbox, owner, channelId, { name: 'x' }),
    deleteChannel(inbox, owner, channelId),
    getMessage(inbox, owner, id),
    deleteMessage(inbox, owner, id),
    answerReview(inbox, owner, id, yes),
    ackMessage(inbox, agent, id),
    inbox.send({ channelId, text: 'more' }),
    updateStream(inbox, agent, 's', { text: 'more' }),
    openFile(inbox, owner, file.id),
    givenFile(inbox, { channelId }),
  ];
  expect(new Set(await Promise.all(refused.map(codeOf)))).toEqual(new Set(['not_found']));
  const asked = createKey(inbox, owner, { name: 'k', channels: [channelId], expiresAt: null });
  expect(await codeOf(asked)).toBe('invalid');
});

test('reports no reach of a removed channel, whose questions are still stored', async () => {
  await using inbox = await testInbox();
  const { channelId } = await largeChannel(inbox);
  const received = recordEvents(inbox);
  await deleteChannel(inbox, inbox.owner, channelId);
  await turnsOfLoop(50);
  expect(received.filter(({ name }) => name === 'reach:changed')).toEqual([]);
});

test('emits and delivers nothing for a removed channel when its reviews expire', async () => {
  await using inbox = await testInbox();
  const { channelId } = await largeChannel(inbox);
  await deleteChannel(inbox, inbox.owner, channelId);
  const received = recordEvents(inbox);
  inbox.clock.advance(24 * 3600_000);
  await settleExpired(inbox);
  await abortAbandoned(inbox);
  const due = await findDue(inbox, { atMs: inbox.now(), limit: 10, isBusy: () => false });
  expect(
    await claimDeliveries(
      inbox,
      due.map(({ id }) => id),
    ),
  ).toEqual([]);
  expect(received).toEqual([]);
});

test('deletes few messages at a time if their texts are long', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const texts = Array.from({ length: 30 }, (_, n) => randomLetters(8000, n));
  await Promise.all(texts.map((text) => inbox.send({ channelId, text })));
  await deleteChannel(inbox, inbox.owner, channelId);
  expect(await rowsLeft(inbox)).toBeGreaterThan(20);
});

test('deletes the rows of a removed channel after a restart, in batches', async () => {
  await using inbox = await testInbox();
  const { channelId } = await largeChannel(inbox);
  const kept = await inbox.send({ text: 'kept' });
  await deleteChannel(inbox, inbox.owner, channelId);
  const before = await rowsLeft(inbox);
  expect(before).toBeGreaterThan(1);
  await using again = await inbox.restart();
  const left: number[] = [];
  const timer = setInterval(() => void rowsLeft(again).then((count) => left.push(count)), 0);
  await finishRemovals(again);
  clearInterval(timer);
  expect(left.some((count) => count > 1 && count < before)).toBe(true);
  for (const table of ['messages', 'message_search', 'channels'] as const) {
    const { rows } = await sql`select 1 from ${sql.table(table)}`.execute(again.store.read);
    expect(rows).toHaveLength(1);
  }
  for (const table of ['reviews', 'attachments', 'deliveries', 'removed_channels'] as const) {
    expect(await again.store.read.selectFrom(table).selectAll().execute()).toEqual([]);
  }
  expect(bytesOf(again)).toEqual([]);
  expect((await getMessage(again, again.agent, kept.id)).text).toBe('kept');
});
