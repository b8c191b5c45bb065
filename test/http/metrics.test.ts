import { expect, test } from 'bun:test';
import { receiver } from '../support/delivery/raw-receiver.ts';
import { parseMetrics } from '../support/server/prometheus.ts';
import { testServer } from '../support/server/server.ts';

const scrape = async (url: string) => parseMetrics(await (await fetch(`${url}/metrics`)).text());

test('returns 404 unless a setting allows the address', async () => {
  await using server = await testServer();
  const asked = { headers: { accept: 'text/html' } };
  expect((await fetch(`${server.url}/metrics`, asked)).status).toBe(404);
});

const refused: [readers: string, headers: Record<string, string>][] = [
  ['192.0.2.0/24, ::1', {}],
  ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
  ['127.0.0.1', { forwarded: 'for=127.0.0.1' }],
];
test.each(refused)('returns 404 with %p for a request with %p', async (metrics, headers) => {
  await using server = await testServer({ metrics });
  expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(404);
});

test('counts requests by route and status, and measures their duration', async () => {
  await using server = await testServer({ metrics: '127.0.0.0/8' });
  const { id: channelId } = await server.channel();
  for (const text of ['one', 'two']) await server.as.agent.post('/messages', { channelId, text });
  await server.as.agent.get('/messages/nothing?channel="x"');
  await server.as.nobody.get('/messages/a');
  await fetch(`${server.url}/not/a/route`);
  const { values } = await scrape(server.url);
  const count = (labels: string) => values.get(`inbox_http_requests_total{${labels}}`);
  expect(count('method="POST",route="/api/v1/messages",status="201"')).toBe(2);
  expect(count('method="GET",route="/api/v1/messages/:id",status="404"')).toBe(1);
  expect(count('method="GET",route="/api/v1/messages/:id",status="401"')).toBe(1);
  expect(count('method="GET",route="none",status="404"')).toBe(1);
  const took = (name: string, more = '') =>
    values.get(
      `inbox_http_request_duration_seconds_${name}{method="POST",route="/api/v1/messages"${more}}`,
    );
  expect([took('count'), took('bucket', ',le="+Inf"')]).toEqual([2, 2]);
  expect(took('sum')).toBeGreaterThan(0);
  expect(took('bucket', ',le="0.001"')).toBeLessThanOrEqual(took('bucket', ',le="30"') ?? 0);
});

test('measures commits, waiters, deliveries and the size of the database', async () => {
  await using hook = await receiver();
  await using server = await testServer({ metrics: '127.0.0.1', webhookAllow: '127.0.0.2' });
  const { id: channelId } = await server.channel({ webhookUrl: hook.url });
  const { body: asked } = await server.as.agent.post<{ id: string }>('/messages', {
    channelId,
    review: { type: 'approval' },
  });
  const before = await scrape(server.url);
  const waiting = server.as.agent.get(`/reviews/${asked.id}/wait?channel=${channelId}`);
  while ((await scrape(server.url)).values.get('inbox_review_waiters') !== 1) await Bun.sleep(5);
  await server.as.owner.post(`/reviews/${asked.id}/respond`, {
    response: { selectedOption: 'approve' },
  });
  await waiting;
  const delivered = 'inbox_webhook_attempts_total{outcome="delivered"}';
  while ((await scrape(server.url)).values.get(delivered) !== 1) await Bun.sleep(5);
  const { values, types } = await scrape(server.url);
  const grown = (name: string) => (values.get(name) ?? 0) - (before.values.get(name) ?? 0);
  expect(grown('inbox_commit_group_writes_sum')).toBeGreaterThanOrEqual(2);
  expect(grown('inbox_commit_group_writes_count')).toBeGreaterThanOrEqual(2);
  expect(values.get('inbox_review_waiters')).toBe(0);
  expect(values.get('inbox_commit_queue_writes')).toBe(0);
  expect(values.get('inbox_sockets')).toBe(0);
  expect(values.get('inbox_database_size_bytes')).toBeGreaterThanOrEqual(4096);
  expect(values.get('inbox_database_wal_size_bytes')).toBeGreaterThan(0);
  for (const [name, type] of types) {
    expect([name, /_total$/.test(name)]).toEqual([name, type === 'counter']);
  }
});
