/** Requests of the OpenClaw channel plugin: JSON types on every GET too, and every answer parsed. */
import { expect, test } from 'bun:test';
import { type Exchange, exchange } from '../support/clients/exchange.ts';

const json = { 'Content-Type': 'application/json' };
const get = ({ send }: Exchange, path: string) => send(path, { headers: json });
const post = ({ send }: Exchange, path: string, body: unknown) =>
  send(path, { method: 'POST', headers: json, body: JSON.stringify(body) });

async function channelOf(client: Exchange): Promise<string> {
  const made = await post(client, '/agents', { name: 'OpenClaw', description: 'A channel' });
  expect(made.status).toBe(201);
  return made.body.id;
}

test('lets OpenClaw find, create and ping its channel', async () => {
  await using client = await exchange();
  expect(await get(client, '/agents')).toMatchObject({ status: 200, body: [] });
  const id = await channelOf(client);
  const pinged = await post(client, '/status/ping', {
    agentId: id,
    status: 'active',
    message: 'Up',
  });
  expect(pinged).toMatchObject({
    status: 200,
    body: { id, status: 'active', statusMessage: 'Up' },
  });
  expect((await get(client, '/agents')).body).toMatchObject([{ id, name: 'OpenClaw' }]);
});

test("accepts OpenClaw's text message", async () => {
  await using client = await exchange();
  const channelId = await channelOf(client);
  const sent = await post(client, '/messages', { channelId, text: 'Hello' });
  expect(sent).toMatchObject({
    status: 201,
    body: { channelId, text: 'Hello', senderType: 'agent' },
  });
});

test("accepts OpenClaw's upload, channel first, and its message with the file", async () => {
  await using client = await exchange();
  const channelId = await channelOf(client);
  const form = new FormData();
  form.append('channel', channelId);
  form.append('file', new File(['bytes'], 'report.txt', { type: 'text/plain' }));
  const file = await client.send('/files/upload', { method: 'POST', body: form });
  expect(file).toMatchObject({ status: 201, body: { filename: 'report.txt', size: 5, channelId } });
  const sent = await post(client, '/messages', { channelId, attachmentIds: [file.body.id] });
  expect(sent.status).toBe(201);
  expect(sent.body.attachments).toMatchObject([{ id: file.body.id, messageId: sent.body.id }]);
  const { data } = (await get(client, `/messages?channel=${channelId}`)).body;
  expect(data.map(({ id }: { id: string }) => id)).toEqual([sent.body.id]);
});

const payloads: [type: string, payload: object, response: object][] = [
  [
    'approval',
    { title: 'Deploy?', description: 'To production', options: ['approve', 'reject'] },
    { selectedOption: 'approve' },
  ],
  [
    'selection',
    {
      prompt: 'Which?',
      options: [
        { id: 'a', label: 'A', description: 'The first' },
        { id: 'b', label: 'B', description: 'The second' },
      ],
      multiple: true,
    },
    { selectedIds: ['a', 'b'] },
  ],
  ['text-input', { prompt: 'Why?', placeholder: 'Because…' }, { text: 'It was time' }],
];

test.each(payloads)(
  "accepts OpenClaw's question of type %s and returns the answer",
  async (type, payload, response) => {
    await using client = await exchange();
    const channelId = await channelOf(client);
    const asked = await post(client, '/messages', {
      channelId,
      text: '?',
      review: { type, payload },
    });
    expect(asked).toMatchObject({ status: 201, body: { review: { type, status: 'pending' } } });
    await client.answer(asked.body.id, response);
    const waited = await get(
      client,
      `/reviews/${asked.body.id}/wait?channel=${channelId}&timeout=1000`,
    );
    expect(waited.body).toMatchObject({ status: 'completed', message: { review: { response } } });
  },
);
