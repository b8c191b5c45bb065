import { expect, test } from 'bun:test';
import { inwardHosts } from '../support/delivery/addresses.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { testInbox } from '../support/inbox/inbox.ts';

const owner = { authorization: 'Bearer local' };
const agent = { 'x-api-key': 'local' };

test('has at least 1,311 distinct spellings', () => {
  const hosts = Object.values(inwardHosts).flat();
  expect(hosts.length).toBeGreaterThanOrEqual(1311);
  expect(new Set(hosts).size).toBe(hosts.length);
});

test.each(Object.entries(inwardHosts))(
  'refuses webhooks to internal addresses: %s',
  async (_, hosts) => {
    await using inbox = await testInbox();
    const send = await appOf(inbox);
    const { id: channelId } = await inbox.channel();
    const statuses = hosts.flatMap((host) =>
      ['http', 'https'].map(async (scheme) => {
        const url = `${scheme}://${host}:8080/hook`;
        const answer = await send('/agents/setWebhook', jsonBody({ channelId, url }, owner));
        return [url, answer.status];
      }),
    );
    const refused = hosts.flatMap((host) => [
      [`http://${host}:8080/hook`, 400],
      [`https://${host}:8080/hook`, 400],
    ]);
    expect(await Promise.all(statuses)).toEqual(refused);
  },
);

/** Everywhere that a URL of a webhook is saved. */
const places: [path: string, body: (url: string, channelId: string) => unknown][] = [
  ['/agents', (webhookUrl) => ({ name: 'New', webhookUrl })],
  ['/agents/setWebhook', (url, channelId) => ({ channelId, url })],
  ['/messages', (webhookUrl, channelId) => ({ channelId, text: 'Hi', webhookUrl })],
  [
    '/messages',
    (url, channelId) => ({ channelId, review: { type: 'approval', callback: { url } } }),
  ],
];

test.each(places)('refuses URLs of internal addresses in POST %s', async (path, bodyOf) => {
  await using inbox = await testInbox();
  const send = await appOf(inbox);
  const { id } = await inbox.channel();
  const caller = path === '/messages' ? agent : owner;
  const saved = async (url: string) => (await send(path, jsonBody(bodyOf(url, id), caller))).status;
  expect([200, 201]).toContain(await saved('https://example.com/'));
  for (const [host] of Object.values(inwardHosts)) {
    expect([host, await saved(`http://${host}/`)]).toEqual([host, 400]);
  }
});
