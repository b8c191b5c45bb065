import { expect, test } from 'bun:test';
import type { Agent as AgentCaller } from '../../../src/core/access/callers.ts';
import { createChannel, getChannel, listChannels } from '../../../src/core/channels/channels.ts';
import { type Agent as Channel, CreateAgent } from '../../../src/core/channels/schema.ts';
import { markOffline, ping } from '../../../src/core/channels/status.ts';
import { ackMessage } from '../../../src/core/messages/delivery-status.ts';
import { getMessage, sendMessage } from '../../../src/core/messages/messages.ts';
import { ListMessages, SendMessage } from '../../../src/core/messages/schema.ts';
import { updateStream } from '../../../src/core/messages/streams.ts';
import { uploadFile } from '../../../src/core/messages/uploading.ts';
import { waitForReview } from '../../../src/core/reviews/waiting.ts';
import { recordEvents } from '../../support/inbox/events.ts';
import { givenFile } from '../../support/inbox/files.ts';
import { keyOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';
import { listMessages } from '../../support/inbox/pages.ts';

const MINUTE = 60_000;
const START = '2030-01-02T12:00:00.000Z';
const LATER = '2030-01-02T12:01:00.000Z';

type Call = (inbox: TestInbox, by: AgentCaller, channelId: string) => Promise<unknown>;

const send: Call = (inbox, by, channelId) =>
  sendMessage(inbox, by, SendMessage.parse({ channelId, text: 'Hi', clientId: 'same' }));

const calls: [name: string, call: Call][] = [
  ['send', send],
  [
    'send again what was sent',
    async (inbox, by, channelId) => {
      await send(inbox, inbox.agent, channelId);
      await send(inbox, by, channelId);
    },
  ],
  [
    'stream',
    async (inbox, by, channelId) => {
      await inbox.send({ channelId, text: '', streamId: 'turn', streamState: 'streaming' });
      await updateStream(inbox, by, 'turn', { text: 'so far' });
    },
  ],
  [
    'ack',
    async (inbox, by, channelId) =>
      ackMessage(inbox, by, (await inbox.send({ channelId, text: 'Hi' })).id),
  ],
  [
    'wait',
    async (inbox, by, channelId) => {
      const { id } = await inbox.send({ channelId, review: approval });
      const noted = new Promise((resolve) => inbox.bus.on('agent:status', resolve));
      await waitForReview(inbox, by, id, { channel: channelId, timeoutMs: 0 });
      await noted;
    },
  ],
  ['store a file', (inbox, by, channelId) => givenFile(inbox, { channelId, by })],
  [
    'upload a file',
    (inbox, by, channelId) => givenFile(inbox, { channelId, by, verb: uploadFile }),
  ],
];
const approval = { type: 'approval' as const, payload: { title: 'Deploy?' } };

const now = (inbox: TestInbox, { id }: Channel) => getChannel(inbox, inbox.owner, id);

test.each(calls)('marks the agent as active on a call to %s', async (_, call) => {
  await using inbox = await testInbox();
  const [own, other] = [await inbox.channel(), await inbox.channel()];
  await call(inbox, keyOf('k', own.id), own.id);
  expect(await now(inbox, own)).toMatchObject({ status: 'active', lastActiveAt: START });
  expect(await now(inbox, other)).toEqual(other);
});

test.each(calls)('marks an offline agent as active on a call to %s', async (_, call) => {
  await using inbox = await testInbox();
  const channel = await inbox.channel();
  await ping(inbox, inbox.agent, { agentId: channel.id, status: 'active', message: 'watching' });
  inbox.clock.advance(5 * MINUTE);
  await markOffline(inbox);
  expect(await now(inbox, channel)).toMatchObject({ status: 'offline' });
  await call(inbox, keyOf('k', channel.id), channel.id);
  const { status, statusMessage, lastActiveAt } = await now(inbox, channel);
  expect({ status, statusMessage }).toEqual({ status: 'active', statusMessage: null });
  expect(lastActiveAt).toBe('2030-01-02T12:05:00.000Z');
});

test.each(calls)('notices within a minute of a goodbye a call to %s', async (_, call) => {
  await using inbox = await testInbox();
  const channel = await inbox.channel();
  await ping(inbox, inbox.agent, { agentId: channel.id, status: 'offline', message: 'Done' });
  inbox.clock.advance(1000);
  await call(inbox, keyOf('k', channel.id), channel.id);
  const back = { status: 'active', statusMessage: null, lastActiveAt: '2030-01-02T12:00:01.000Z' };
  expect(await now(inbox, channel)).toMatchObject(back);
});

test.each(['busy', 'error'] as const)(
  'keeps the status %s on a call and updates lastActiveAt',
  async (status) => {
    await using inbox = await testInbox();
    const channel = await inbox.channel();
    await ping(inbox, inbox.agent, { agentId: channel.id, status, message: 'Building' });
    inbox.clock.advance(MINUTE);
    await send(inbox, keyOf('k', channel.id), channel.id);
    const seen = { status, statusMessage: 'Building', lastActiveAt: LATER };
    expect(await now(inbox, channel)).toMatchObject(seen);
  },
);

test('records and emits activity once a minute, even across a restart', async () => {
  await using inbox = await testInbox();
  const channel = await inbox.channel();
  const received = recordEvents(inbox);
  await send(inbox, keyOf('k', channel.id), channel.id);
  inbox.clock.advance(MINUTE - 1);
  await send(inbox, keyOf('k', channel.id), channel.id);
  expect(received.filter(({ name }) => name === 'agent:status')).toHaveLength(1);
  const again = await inbox.restart();
  await send(again, keyOf('k', channel.id), channel.id);
  expect(await now(again, channel)).toMatchObject({ lastActiveAt: START });
  again.clock.advance(1);
  await send(again, keyOf('k', channel.id), channel.id);
  expect(await now(again, channel)).toMatchObject({ lastActiveAt: LATER });
});

test("stays offline after the agent's goodbye when only trailing calls follow", async () => {
  await using inbox = await testInbox();
  const channel = await inbox.channel();
  await ping(inbox, inbox.agent, { agentId: channel.id, status: 'offline' });
  inbox.clock.advance(MINUTE);
  const { id } = await inbox.send({ channelId: channel.id, text: 'Bye' });
  await getMessage(inbox, keyOf('k', channel.id), id);
  expect(await now(inbox, channel)).toMatchObject({ status: 'offline', lastActiveAt: START });
});

test('ignores lists, new channels and calls by people or the terminal', async () => {
  await using inbox = await testInbox();
  const key = keyOf('k');
  const made = await createChannel(inbox, inbox.agent, CreateAgent.parse({ name: 'Made' }));
  const by = keyOf('k', made.id);
  await listChannels(inbox, by);
  await getChannel(inbox, by, made.id);
  await listMessages(inbox, by, ListMessages.parse({ channel: made.id }));
  await listMessages(inbox, key, ListMessages.parse({}));
  await inbox.send({ channelId: made.id, text: 'Hi' });
  await sendMessage(inbox, inbox.owner, SendMessage.parse({ channelId: made.id, text: 'Go' }));
  expect(await now(inbox, made)).toMatchObject({ status: null, lastActiveAt: null });
});
