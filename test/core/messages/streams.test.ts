import { Database } from 'bun:sqlite';
import { expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { sendMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages, SendMessage, type UpdateStream } from '../../../src/core/messages/schema.ts';
import { abortAbandoned, updateStream } from '../../../src/core/messages/streams.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { agentOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages } from '../../support/inbox/pages.ts';

async function draft(inbox: TestInbox, text = '') {
  const { id: channelId } = await inbox.channel();
  return inbox.send({ channelId, streamId: 'turn', streamState: 'streaming', text });
}

const update = (inbox: TestInbox, input: UpdateStream) =>
  updateStream(inbox, inbox.agent, 'turn', input);

test('updates a streamed draft in place and keeps its position when it ends', async () => {
  await using inbox = await testInbox();
  const { id, channelId, createdAt } = await draft(inbox);
  await inbox.send({ channelId, text: 'later' });
  const received = recordEvents(inbox);
  expect(await update(inbox, { text: 'Hel' })).toMatchObject({ id, streamState: 'streaming' });
  const ended = await update(inbox, { text: 'Hello', complete: true });
  expect(ended).toMatchObject({ id, createdAt, text: 'Hello', streamState: 'complete' });
  expect(received.map(({ name }) => name)).toEqual(['message:updated', 'message:updated']);
  const { data } = await listMessages(inbox, inbox.agent, ListMessages.parse({}));
  expect(data.map(({ text }) => text)).toEqual(['later', 'Hello']);
});

test('finds a draft of any channel by an index, however many messages there are', async () => {
  await using inbox = await testInbox();
  await draft(inbox);
  using prepare = spyOn(Database.prototype, 'prepare');
  await update(inbox, { text: 'Hel' });
  const read = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /from "messages"/.test(sql));
  expect(read.length).toBeGreaterThan(0);
  using db = new Database(join(inbox.data, 'inbox.db'), { readonly: true });
  const plans = read.flatMap((sql) => db.query(`explain query plan ${sql}`).all());
  expect(plans).not.toContainEqual(
    expect.objectContaining({ detail: expect.stringMatching(/^SCAN messages/) }),
  );
});

test('repeats the same draft when its start is sent again with another text', async () => {
  await using inbox = await testInbox();
  const { id, channelId } = await draft(inbox, 'a');
  const again = { channelId, streamId: 'turn', streamState: 'streaming' as const, text: 'b' };
  expect(await inbox.send(again)).toMatchObject({ id, text: 'a' });
});

test('accepts the same end again, but no other change', async () => {
  await using inbox = await testInbox();
  await draft(inbox);
  const ended = await update(inbox, { text: 'done', complete: true });
  const received = recordEvents(inbox);
  expect(await update(inbox, { text: 'done', complete: true })).toEqual(ended);
  const other = update(inbox, { text: 'other', complete: true });
  expect(other).rejects.toMatchObject({ code: 'conflict', details: { status: 'complete' } });
  expect(update(inbox, { text: 'other' })).rejects.toMatchObject({ code: 'conflict' });
  expect(received).toEqual([]);
});

test('accepts exactly 1 of 12 simultaneous ends', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  for (let round = 0; round < 100; round++) {
    const streamId = `turn ${round}`;
    await inbox.send({ channelId, streamId, streamState: 'streaming', text: '' });
    const ends = Array.from({ length: 12 }, (_, n) =>
      updateStream(inbox, inbox.agent, streamId, { text: `end ${n}`, complete: true }),
    );
    const outcomes = await Promise.allSettled(ends);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  }
});

test('aborts a draft without updates for 5 minutes, and keeps its text searchable', async () => {
  await using inbox = await testInbox();
  await draft(inbox, 'half a thought');
  inbox.clock.advance(4 * 60_000);
  await update(inbox, { text: 'half a thought more' });
  inbox.clock.advance(4 * 60_000);
  await abortAbandoned(inbox);
  const received = recordEvents(inbox);
  inbox.clock.advance(60_000);
  await abortAbandoned(inbox);
  await abortAbandoned(inbox);
  const aborted = { text: 'half a thought more', streamState: 'aborted' };
  expect(received).toMatchObject([{ name: 'message:updated', payload: aborted }]);
  const found = ListMessages.parse({ search: 'thought' });
  expect((await listMessages(inbox, inbox.agent, found)).data).toMatchObject([aborted]);
});

test('lets a sender abort its own draft', async () => {
  await using inbox = await testInbox();
  await draft(inbox);
  const aborted = await update(inbox, { text: 'no', streamState: 'aborted' });
  expect(aborted.streamState).toBe('aborted');
});

test('requires channelId when 2 visible channels have the streamId', async () => {
  await using inbox = await testInbox();
  const { channelId } = await draft(inbox);
  await draft(inbox);
  const error = { code: 'invalid', details: { issues: [{ path: ['channelId'] }] } };
  expect(update(inbox, { text: 'x' })).rejects.toMatchObject(error);
  expect(await update(inbox, { text: 'x', channelId })).toMatchObject({ channelId, text: 'x' });
  const narrow = await updateStream(inbox, agentOf(channelId), 'turn', { text: 'y' });
  expect(narrow).toMatchObject({ channelId, text: 'y' });
});

test("reports an unknown stream, or one in another's channel, as not found", async () => {
  await using inbox = await testInbox();
  await draft(inbox);
  const missing = { code: 'not_found' };
  expect(updateStream(inbox, inbox.agent, 'other', { text: '' })).rejects.toMatchObject(missing);
  expect(updateStream(inbox, agentOf('x'), 'turn', { text: '' })).rejects.toMatchObject(missing);
});

test('shows the expiry of a review when its request is repeated later', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const review = { type: 'approval', expiresInSeconds: 5 };
  const sent = SendMessage.parse({ channelId, clientId: 'once', review });
  await sendMessage(inbox, inbox.agent, sent);
  inbox.clock.advance(5000);
  const { message } = await sendMessage(inbox, inbox.agent, sent);
  expect(message.review?.status).toBe('expired');
});

test("masks the callback's header values of a streamed question", async () => {
  await using inbox = await testInbox();
  const callback = { url: 'https://example.com/hook', headers: { 'x-secret': 'hush' } };
  await inbox.send({
    streamId: 'turn',
    streamState: 'streaming',
    review: { type: 'approval', callback },
  });
  const ended = { text: 'Deploy?', complete: true };
  const masked = { review: { callback: { headers: { 'x-secret': '***' } } } };
  expect(await update(inbox, ended)).toMatchObject(masked);
  expect(await update(inbox, ended)).toMatchObject(masked);
});
