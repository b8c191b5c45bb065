/** Requests of the n8n nodes. */
import { expect, test } from 'bun:test';
import { type Exchange, exchange } from '../support/clients/exchange.ts';

const json = { 'Content-Type': 'application/json' };
const post = ({ send }: Exchange, path: string, body: unknown) =>
  send(path, { method: 'POST', headers: json, body: JSON.stringify(body) });

async function channelOf({ server }: Exchange): Promise<string> {
  return (await server.channel()).id;
}

test('lets n8n read and delete a message without naming the channel', async () => {
  await using client = await exchange();
  const channelId = await channelOf(client);
  const { id } = (
    await post(client, '/messages', { channelId, text: '?', review: { type: 'approval' } })
  ).body;
  expect(await client.send(`/messages/${id}`)).toMatchObject({ status: 200, body: { id } });
  expect(await client.send(`/reviews/${id}`)).toMatchObject({ status: 200, body: { id } });
  const gone = await client.send(`/messages/${id}`, { method: 'DELETE' });
  expect(gone).toMatchObject({ status: 200, body: { deleted: true } });
  expect((await client.send(`/messages/${id}`)).status).toBe(404);
});

test('lists pending questions and files for n8n, with or without a channel', async () => {
  await using client = await exchange();
  const channelId = await channelOf(client);
  await post(client, '/messages', { channelId, text: '?', review: { type: 'approval' } });
  for (const query of ['', `?channel=${channelId}`]) {
    expect((await client.send(`/reviews/pending${query}`)).body).toHaveLength(1);
  }
  for (const query of ['?limit=20', `?limit=20&channel=${channelId}`]) {
    expect(await client.send(`/files${query}`)).toMatchObject({ status: 200, body: [] });
  }
});

test('lets n8n acknowledge messages without a body', async () => {
  await using client = await exchange();
  const channelId = await channelOf(client);
  for (const text of ['a', 'b']) await post(client, '/messages', { channelId, text });
  const { data } = (await client.send(`/messages?channel=${channelId}&limit=50`)).body;
  expect(data.map(({ text }: { text: string }) => text)).toEqual(['b', 'a']);
  for (const { id } of data) {
    const acked = await client.send(`/messages/${id}/ack?channel=${channelId}`, { method: 'POST' });
    expect(acked).toMatchObject({ status: 200, body: { acknowledged: true } });
    const withType = await client.send(`/messages/${id}/ack`, { method: 'POST', headers: json });
    expect(withType.status).toBe(200);
  }
  const read = await client.send(`/messages?channel=${channelId}`);
  const statuses = read.body.data.map((one: { deliveryStatus: string }) => one.deliveryStatus);
  expect(statuses).toEqual(['agent_received', 'agent_received']);
});

test("returns n8n's webhook URL byte for byte, and removes it", async () => {
  await using client = await exchange();
  const channelId = await channelOf(client);
  const url = 'https://n8n.example.com:443/webhook/AbC%2f../x?y=%20z#';
  const set = await post(client, '/agents/setWebhook', {
    url,
    channelId,
    headers: { 'X-Auth': 's3cret' },
  });
  expect(set).toMatchObject({
    status: 200,
    body: { webhookUrl: url, webhookHeaders: { 'X-Auth': '***' } },
  });
  expect((await client.send('/agents')).body[0].webhookUrl).toBe(url);
  const again = await post(client, '/agents/setWebhook', { url, channelId });
  expect(again.body.webhookHeaders).toBeNull();
  const gone = await post(client, '/agents/deleteWebhook', { channelId });
  expect(gone).toMatchObject({ status: 200, body: { webhookUrl: null, webhookHeaders: null } });
});

test("accepts a plugin's name as the review type", async () => {
  await using client = await exchange();
  const channelId = await channelOf(client);
  const [plugin] = (await client.send('/plugins')).body;
  expect(await client.send(`/plugins/${plugin.name}`)).toMatchObject({ status: 200, body: plugin });
  const payload = { title: 'A fix', files: [{ path: 'a.ts', diff: '+1' }] };
  const review = { type: plugin.name, payload };
  const asked = await post(client, '/messages', { channelId, text: 'Look', review });
  expect(asked).toMatchObject({ status: 201, body: { review: { type: 'diff-review', payload } } });
});

test.each(['report.pdf', 'Übersicht 1.pdf', '100% "done".txt', '日本語.png'])(
  'names a download %p so that n8n parses it',
  async (name) => {
    await using client = await exchange();
    const form = new FormData();
    form.append('channelId', await channelOf(client));
    form.append('file', new File(['bytes'], name));
    const { id, filename } = (await client.send('/files/store', { method: 'POST', body: form }))
      .body;
    const url = `${client.server.url}/api/v1/files/${id}/download`;
    const response = await fetch(url, { headers: { 'x-api-key': client.key } });
    expect(await response.text()).toBe('bytes');
    const header = response.headers.get('content-disposition') ?? '';
    const [, first = ''] = /filename[^;=\n]*=((['"]).*?\2|[^;\n]*)/.exec(header) ?? [];
    expect(filename).toBe(name);
    expect(decodeURIComponent(first.replaceAll(/['"]/g, ''))).toBe(name);
  },
);
