/** Requests that people type: the file part first, and keys that no schema knows. */
import { expect, test } from 'bun:test';
import { exchange } from '../support/clients/exchange.ts';
import { needs } from '../support/machine/tools.ts';

needs('curl')('accepts an upload whose channel follows the file', async () => {
  await using client = await exchange();
  const { id: channelId } = await client.server.channel();
  const curl = Bun.spawn(
    [
      'curl',
      '-s',
      `${client.server.url}/api/v1/files/upload`,
      '-H',
      `x-api-key: ${client.key}`,
      '-F',
      'file=@-;filename=log.txt;type=text/plain',
      '-F',
      `channelId=${channelId}`,
    ],
    { stdin: new Blob(['a line\n']) },
  );
  const file = JSON.parse(await new Response(curl.stdout).text());
  expect(file).toMatchObject({ filename: 'log.txt', mimeType: 'text/plain', size: 7, channelId });
});

test('ignores unknown keys in every body', async () => {
  await using client = await exchange();
  const { owner, agent } = client.server.as;
  const { id: channelId } = await client.server.channel();
  const later = { tomorrow: { x: [1] } };
  const review = { type: 'approval', payload: { ...later }, ...later };
  const sent = await agent.post<{ id: string }>('/messages', {
    channelId,
    text: '?',
    review,
    ...later,
  });
  const id = sent.body.id;
  const stream = { channelId, streamId: 's', streamState: 'streaming', text: '', ...later };
  const answers = [
    sent,
    await agent.post('/messages', stream),
    await agent.patch('/messages/streams/s', { text: 'x', ...later }),
    await agent.post(`/messages/${id}/ack`, later),
    await owner.post(`/reviews/${id}/respond`, {
      response: { selectedOption: 'approve', ...later },
      ...later,
    }),
    await agent.post('/agents', { name: 'Bot', ...later }),
    await owner.patch(`/agents/${channelId}`, { name: 'Bot', ...later }),
    await agent.post('/agents/setWebhook', { channelId, url: 'https://example.com/', ...later }),
    await agent.post('/agents/deleteWebhook', { channelId, ...later }),
    await agent.post('/status/ping', { agentId: channelId, ...later }),
    await owner.post('/keys', { name: 'k', ...later }),
    await owner.post('/tokens', { name: 't', ...later }),
    await owner.post('/users', { name: 'u', email: 'u@example.com', ...later }),
  ];
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
});

test('refuses unknown keys only in the answer to a form', async () => {
  await using client = await exchange();
  const { id: channelId } = await client.server.channel();
  const review = { type: 'form', payload: { fields: [] } };
  const { body } = await client.server.as.agent.post<{ id: string }>('/messages', {
    channelId,
    review,
  });
  const refused = await client.server.as.owner.post(`/reviews/${body.id}/respond`, {
    response: { x: 1 },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { errors: [{ code: 'unrecognized_keys', path: ['response', 'x'] }] },
  });
});
