import { expect, test } from 'bun:test';
import { setWebhook } from '../../../src/core/channels/channels.ts';
import { channelTarget } from '../../../src/core/channels/stored.ts';
import { agentOf, testInbox } from '../../support/inbox/inbox.ts';

const headers = { Authorization: 'secret', 'X-Team': 'blue' };
const keptAll = { Authorization: null, 'X-Team': null };

async function channelAt(inbox: Awaited<ReturnType<typeof testInbox>>, url: string) {
  const { id } = await inbox.channel();
  await setWebhook(inbox, inbox.owner, { channelId: id, url, headers });
  return id;
}

test.each([
  ['https://hooks.example/a', 'https://hooks.example/b?c'],
  ['https://hooks.example/a', 'https://HOOKS.example:443/a'],
  ['http://hooks.example/a', 'https://hooks.example/a'],
])('keeps header values from %s to %s', async (before, now) => {
  await using inbox = await testInbox();
  const channelId = await channelAt(inbox, before);
  const given = { authorization: null, 'X-Team': 'red' };
  const channel = await setWebhook(inbox, inbox.owner, { channelId, url: now, headers: given });
  expect(channel.webhookHeaders).toEqual({ authorization: '***', 'X-Team': '***' });
  expect(await channelTarget(inbox.store.read, channelId)).toMatchObject({
    url: now,
    headers: { authorization: 'secret', 'X-Team': 'red' },
  });
});

test.each([
  ['https://hooks.example/a', 'https://hooks.evil/a'],
  ['https://hooks.example/a', 'https://hooks.example:8443/a'],
  ['https://hooks.example/a', 'https://sub.hooks.example/a'],
  ['https://hooks.example/a', 'http://hooks.example/a'],
  ['https://hooks.example/a', 'http://hooks.example:443/a'],
])('carries no header value from %s to %s', async (before, now) => {
  await using inbox = await testInbox();
  const channelId = await channelAt(inbox, before);
  for (const caller of [inbox.owner, agentOf(channelId)]) {
    const input = { channelId, url: now, headers: keptAll };
    const refused = await setWebhook(inbox, caller, input).catch((error) => error);
    const message = 'The stored value was entered for hooks.example. Enter it again for this URL';
    expect(refused.details.issues).toEqual([
      { code: 'custom', message, path: ['headers', 'Authorization'] },
      { code: 'custom', message, path: ['headers', 'X-Team'] },
    ]);
  }
  expect(await channelTarget(inbox.store.read, channelId)).toMatchObject({ url: before, headers });
  await setWebhook(inbox, inbox.owner, { channelId, url: now });
  const back = { channelId, url: before, headers: keptAll };
  expect(setWebhook(inbox, inbox.owner, back)).rejects.toThrow('Validation failed');
});

test('refuses to keep a header without a stored value', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const input = { channelId, url: 'https://hooks.example/', headers: { 'X-New': null } };
  const refused = await setWebhook(inbox, inbox.owner, input).catch((error) => error);
  expect(refused.details.issues).toMatchObject([
    { message: 'No value is stored for this header. Enter one', path: ['headers', 'X-New'] },
  ]);
});
