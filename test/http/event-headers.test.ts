/** The headers of `GET /events`, and the limits of what it takes. */
import { expect, test } from 'bun:test';
import type { EventPage } from '../../src/core/log/schema.ts';
import { appOf } from '../support/inbox/app.ts';
import { testInbox } from '../support/inbox/inbox.ts';

const page = 'https://app.example.com';
const authorization = 'Bearer local';
const stream = { authorization, origin: page, accept: 'text/event-stream' };

test('lets other origins read the headers, and keeps proxies from holding events back', async () => {
  await using inbox = await testInbox();
  const { seq } = await inbox.send({ text: 'one' });
  const send = await appOf(inbox, { corsOrigins: [page] });
  const { headers, status } = await send('/events', { headers: stream });
  expect(status).toBe(200);
  const wanted: [string, RegExp][] = [
    ['access-control-allow-origin', /^https:\/\/app.example.com$/],
    ['access-control-expose-headers', /inbox-next-cursor.+inbox-seq.+inbox-log/],
    ['cache-control', /^no-cache$/],
    ['content-type', /^text\/event-stream/],
    ['inbox-log', new RegExp(`^${inbox.eventLog.id}$`)],
    ['inbox-seq', new RegExp(`^${seq}$`)],
    ['x-accel-buffering', /^no$/],
  ];
  for (const [name, value] of wanted)
    expect([name, headers.get(name)]).toEqual([name, expect.stringMatching(value)]);
  const request = { origin: page, 'access-control-request-method': 'GET' };
  const preflight = await send('/events', { method: 'OPTIONS', headers: request });
  expect(preflight.headers.get('access-control-allow-headers')).toContain('last-event-id');
});

test('starts after Last-Event-ID rather than after `after`', async () => {
  await using inbox = await testInbox();
  const { seq } = await inbox.send({ text: 'one' });
  await inbox.send({ text: 'two' });
  const send = await appOf(inbox);
  const { body } = await send('/events?after=0', {
    headers: { ...stream, 'last-event-id': `${seq}` },
  });
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  while (!text.includes('id: ')) text += new TextDecoder().decode((await reader.read()).value);
  expect(/id: (\d+)/.exec(text)?.[1]).toBe(`${seq + 1}`);
  await reader.cancel();
});

test('caps what is above the maximum, and refuses what is below the minimum', async () => {
  await using inbox = await testInbox();
  const { channelId } = await inbox.send({ text: 'one' });
  for (let n = 0; n < 110; n++) await inbox.send({ channelId, text: 'more' });
  const send = await appOf(inbox);
  const get = (query: string) => send(`/events?after=0&${query}`, { headers: { authorization } });
  const { data } = (await (await get('limit=100000')).json()) as EventPage;
  expect(data).toHaveLength(100);
  expect((await get('wait=100000000')).status).toBe(200);
  for (const query of ['limit=0', 'limit=-1', 'wait=-1', 'wait=', 'after=-1']) {
    expect([query, (await get(query)).status]).toEqual([query, 400]);
  }
  const wrong = await send('/events', { headers: { ...stream, 'last-event-id': 'x' } });
  expect(wrong.status).toBe(400);
});
