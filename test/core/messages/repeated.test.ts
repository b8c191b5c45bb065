import { expect, test } from 'bun:test';
import { InboxError } from '../../../src/core/errors.ts';
import { deleteMessage, sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { answerReview } from '../../../src/core/reviews/reviews.ts';
import { keyOf, type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

const options = [{ id: 'go', label: 'Go', style: 'primary' }];
const first = {
  text: 'Deploy?',
  metadata: { a: 1, b: { c: null } },
  review: { type: 'approval', payload: { options }, expiresInSeconds: 60 },
};

async function sendTwice(inbox: TestInbox, one: object, other: object) {
  const { id: channelId } = await inbox.channel();
  const send = (input: object) =>
    sendMessage(inbox, inbox.agent, SendMessage.parse({ channelId, clientId: 'once', ...input }));
  const { message } = await send(one);
  const again = await send(other).catch((error) => error);
  return again.message.id === message.id && !again.created ? 'repeated' : again.code;
}

const { review } = first;
const same: [what: string, other: object][] = [
  ['its keys in another order', { review, metadata: { b: { c: null }, a: 1 }, text: 'Deploy?' }],
  [
    'a default written out',
    { ...first, review: { ...review, payload: { options, allowComment: false } } },
  ],
  ['another time to live', { ...first, review: { ...review, expiresInSeconds: 90 } }],
  [
    'a time at which it expires',
    {
      ...first,
      review: { type: 'approval', payload: { options }, expiresAt: '2030-01-03T00:00:00Z' },
    },
  ],
];

test.each(same)('repeats the message for a body with %s', async (_, other) => {
  await using inbox = await testInbox();
  expect(await sendTwice(inbox, first, other)).toBe('repeated');
});

const others: [what: string, other: object][] = [
  ['text', { ...first, text: 'Deploy!' }],
  ['option', { ...first, review: { ...review, payload: { options: ['go', 'stop'] } } }],
  ['metadata', { ...first, metadata: { a: 1 } }],
  ['webhook', { ...first, webhookUrl: 'https://example.com/hook' }],
  ['callback', { ...first, review: { ...review, callback: { url: 'https://example.com/' } } }],
  ['question taken away', { text: first.text, metadata: first.metadata }],
];

test.each(others)('refuses a body with another %s as a conflict', async (_, other) => {
  await using inbox = await testInbox();
  expect(await sendTwice(inbox, first, other)).toBe('conflict');
});

test('repeats a message without a digest from an older version for any body', async () => {
  await using inbox = await testInbox();
  const sent = await inbox.send({ ...first, clientId: 'old' } as never);
  await inbox.store.commit((tx) =>
    tx.updateTable('messages').set({ bodyDigest: null }).where('id', '=', sent.id).execute(),
  );
  const again = { channelId: sent.channelId, clientId: 'old', text: 'Something else' };
  const repeated = await sendMessage(inbox, inbox.agent, SendMessage.parse(again));
  expect([repeated.created, repeated.message.id]).toEqual([false, sent.id]);
});

const source = { client: 'Claude Code', version: '2.1', session: 's1', callId: 'c1' };
const call = { ...first, metadata: { a: 1, source } };
const withSource = (other: object) => ({ metadata: { a: 1, source: { ...source, ...other } } });

type Asked = { inbox: TestInbox; channelId: string; id: string };
type Again = { body?: object; key?: string | null; after?: (asked: Asked) => unknown };

async function callTwice(inbox: TestInbox, { body, key = 'k1', after }: Again) {
  const { id: channelId } = await inbox.channel();
  const ask = (by: string | null, input: object) =>
    sendMessage(inbox, keyOf(by, channelId), SendMessage.parse({ channelId, ...call, ...input }));
  const { message } = await ask('k1', {});
  await after?.({ inbox, channelId, id: message.id });
  const again = await ask(key, body ?? {}).catch((error) => error);
  if (again instanceof InboxError) return again.code;
  return again.message.id === message.id && !again.created ? 'repeated' : 'asked again';
}

const answeredFor =
  (minutes: number) =>
  async ({ inbox, id }: Asked) => {
    await answerReview(inbox, inbox.owner, id, { selectedOption: 'go' });
    inbox.clock.advance(minutes * 60_000);
  };

test.each<[what: string, again: Again, is: string]>([
  ['of a pending question', {}, 'repeated'],
  ['from an updated client', { body: withSource({ version: '2.2', cwd: '/' }) }, 'repeated'],
  ['with another clientId', { body: { clientId: 'another' } }, 'repeated'],
  ['with another expiry', { body: { review: { ...review, expiresInSeconds: 9 } } }, 'repeated'],
  ['10 minutes after the answer', { after: answeredFor(9.99) }, 'repeated'],
  ['later', { after: answeredFor(10) }, 'asked again'],
  ['after the expiry', { after: ({ inbox }) => inbox.clock.advance(60_000) }, 'asked again'],
  [
    'after its retraction',
    { after: ({ inbox, id }) => deleteMessage(inbox, inbox.owner, id) },
    'asked again',
  ],
  ['of another session', { body: withSource({ session: 's2' }) }, 'asked again'],
  ['without a session', { body: withSource({ session: null }) }, 'asked again'],
  ['with another id', { body: withSource({ callId: 'c2' }) }, 'asked again'],
  ['without a client', { body: withSource({ client: null }) }, 'asked again'],
  ['of another key', { key: 'k2' }, 'asked again'],
  ['without a key', { key: null }, 'asked again'],
  ['with another text', { body: { text: 'Deploy!' } }, 'conflict'],
  ['with other metadata', { body: { metadata: { a: 2, source } } }, 'conflict'],
  ['of no question', { body: { review: null } }, 'asked again'],
])('a call %s', async (_, again, is) => {
  await using inbox = await testInbox();
  expect(await callTwice(inbox, again)).toBe(is);
});

test('asks one question for calls that arrive together, and another one when that has ended', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const key = keyOf('k1', channelId);
  const ask = () => sendMessage(inbox, key, SendMessage.parse({ channelId, ...call }));
  const together = await Promise.all([ask(), ask(), ask()]);
  expect(together.map(({ created }) => created)).toEqual([true, false, false]);
  expect(new Set(together.map(({ message }) => message.id)).size).toBe(1);
  inbox.clock.advance(60_000);
  const later = [await ask(), await ask()];
  expect(later.map(({ created }) => created)).toEqual([true, false]);
});
