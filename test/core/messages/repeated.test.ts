import { expect, test } from 'bun:test';
import { sendMessage } from '../../../src/core/messages/messages.ts';
import { SendMessage } from '../../../src/core/messages/schema.ts';
import { type TestInbox, testInbox } from '../../support/inbox/inbox.ts';

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
