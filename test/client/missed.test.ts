import { expect, test } from 'bun:test';
import { createClient } from '../../src/client/client.ts';
import { readThese } from '../../src/client/missed.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { parseMetrics } from '../support/prometheus.ts';
import { testServer } from '../support/server.ts';

async function withQuestions(count: number) {
  const server = await testServer({ rateLimit: 'off', metrics: '127.0.0.0/8' });
  const { id: channelId } = await server.channel();
  const ids: string[] = [];
  for (let at = 0; at < count; at++) {
    const ask = { channelId, text: `${at}`, review: { type: 'approval' } };
    ids.push((await server.as.agent.post<Message>('/messages', ask)).body.id);
  }
  const client = createClient(server.url, { token: findRun(server.data)?.token ?? '' });
  const asked = async (route: string) => {
    const { values } = parseMetrics(await (await fetch(`${server.url}/metrics`)).text());
    const labels = `method="GET",route="/api/v1/${route}",status="200"`;
    return values.get(`inbox_http_requests_total{${labels}}`) ?? 0;
  };
  return {
    ...{ server, ids, client },
    /** How many pages of pending questions and how many single messages were read. */
    read: async () => ({
      pages: await asked('reviews/pending'),
      single: await asked('messages/:id'),
    }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test('a few old questions are read one by one, however many are pending', async () => {
  await using inbox = await withQuestions(250);
  const { server, client, ids } = inbox;
  const [first = '', last = ''] = [ids[0], ids.at(-1)];
  await server.as.owner.post(`/reviews/${first}/respond`, {
    response: { selectedOption: 'approve' },
  });
  const messages = await readThese(client, [first, 'gone', last], {}, () => true);
  expect(messages.map(({ id, review }) => [id, review?.status])).toEqual([
    [first, 'completed'],
    [last, 'pending'],
  ]);
  expect(await inbox.read()).toEqual({ pages: 0, single: 2 });
});

test('many old questions are read by pages, and no page after the last of them', async () => {
  await using inbox = await withQuestions(250);
  const wanted = inbox.ids.slice(0, 90);
  const messages = await readThese(inbox.client, wanted, {}, () => true);
  expect(messages.map(({ id }) => id)).toEqual(wanted);
  expect(await inbox.read()).toEqual({ pages: 1, single: 0 });
});
