import { expect, test } from 'bun:test';
import type { Attachment } from '../../src/core/files/schema.ts';
import { formOf } from '../support/inbox/files.ts';
import { type Failure, type TestServer, testServer } from '../support/server/server.ts';

async function given(server: TestServer, text: string, name = 'digits.txt', type = 'text/plain') {
  const { id } = await server.channel();
  const body = formOf(['file', new File([text], name, { type })], ['channelId', id]);
  const sent = await server.as.agent.send<Attachment>('/files/store', { method: 'POST', body });
  return {
    file: sent.body,
    get: <T = string>(headers: Record<string, string> = {}) =>
      server.as.agent.get<T>(`/files/${sent.body.id}/download`, { headers }),
  };
}

test('sends a download with headers that keep a browser from running it', async () => {
  await using server = await testServer();
  const { get } = await given(server, '<script>', 'Übung.html', 'text/html');
  const { status, body, headers } = await get();
  expect([status, body]).toEqual([200, '<script>']);
  expect(headers.get('content-type')).toBe('text/html');
  expect(headers.get('content-length')).toBe('8');
  expect(headers.get('accept-ranges')).toBe('bytes');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-security-policy')).toStartWith("sandbox; default-src 'none'");
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="%C3%9Cbung.html"; filename*=UTF-8''%C3%9Cbung.html`,
  );
});

test('returns 304 for an unchanged file', async () => {
  await using server = await testServer();
  const { get } = await given(server, '0123456789');
  const etag = (await get()).headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[^"]+"$/);
  const again = await get({ 'if-none-match': `"other", ${etag}` });
  expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
  expect((await get({ 'if-none-match': '"other"' })).status).toBe(200);
});

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=7-', 206, '789', 'bytes 7-9/10'],
  ['bytes=7-100', 206, '789', 'bytes 7-9/10'],
  ['bytes=-2', 206, '89', 'bytes 8-9/10'],
  ['bytes=-20', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=0-1,4-5', 200, '0123456789', null],
  ['lines=1-2', 200, '0123456789', null],
])('answers the range %s with %i and %j', async (range, status, text, contentRange) => {
  await using server = await testServer();
  const { get } = await given(server, '0123456789');
  const { headers, ...answer } = await get({ range });
  expect(answer).toEqual({ status, body: text });
  expect(headers.get('content-range')).toBe(contentRange);
  expect(headers.get('content-length')).toBe(String(text.length));
  expect(headers.get('etag')).not.toBeNull();
});

test.each([
  ['0123456789', 'bytes=10-'],
  ['0123456789', 'bytes=-0'],
  ['', 'bytes=0-'],
])('refuses for %j the range %s', async (text, range) => {
  await using server = await testServer();
  const { get } = await given(server, text);
  const { status, body, headers } = await get<Failure>({ range });
  expect([status, body.statusCode]).toEqual([416, 416]);
  expect(headers.get('content-range')).toBe(`bytes */${text.length}`);
});

test('ignores the range of a file that has changed', async () => {
  await using server = await testServer();
  const { get } = await given(server, '0123456789');
  const etag = (await get()).headers.get('etag') ?? '';
  const part = (ifRange: string) => get({ range: 'bytes=0-1', 'if-range': ifRange });
  expect((await part(etag)).body).toBe('01');
  for (const other of ['"other"', `W/${etag}`, 'Wed, 02 Jan 2030 12:00:00 GMT']) {
    expect((await part(other)).body).toBe('0123456789');
  }
});

test('returns 404 for a file of another channel and a deleted one', async () => {
  await using server = await testServer();
  const { file } = await given(server, 'secret');
  const { id: own } = await server.channel();
  const { body } = await server.as.owner.post<{ key: string }>('/keys', {
    name: 'n',
    channels: [own],
  });
  const path = `/files/${file.id}/download`;
  const answers = [
    await server.as.key(body.key).get(path),
    await server.as.agent.get('/files/x/download'),
  ];
  await server.as.owner.delete(`/agents/${file.channelId}`);
  answers.push(await server.as.agent.get(path));
  for (const { status, body } of answers) {
    expect([status, body]).toEqual([
      404,
      { statusCode: 404, message: 'File not found' } as Failure,
    ]);
  }
});
