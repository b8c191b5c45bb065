import { expect, test } from 'bun:test';
import type { Attachment } from '../../src/core/files/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { bytesIn, formOf, sha256 } from '../support/inbox/files.ts';
import { type Client, type Failure, testServer } from '../support/server/server.ts';

const post = <T = Failure>(client: Client, path: string, body: FormData | string) =>
  client.send<T>(path, { method: 'POST', body });
const hello = () => new File(['hello'], 'hello.txt', { type: 'text/plain' });

test('returns the record of an upload, attached to its message', async () => {
  await using server = await testServer();
  const { agent } = server.as;
  const { id: channelId } = await server.channel();
  const form = formOf(['file', hello()], ['channelId', channelId]);
  const { status, body } = await post<Attachment>(agent, '/files/upload', form);
  expect(status).toBe(201);
  expect(Object.keys(body).sort()).toEqual(
    'channelId createdAt filename id messageId mimeType pluginType size storageKey'.split(' '),
  );
  expect(body).toMatchObject({ channelId, filename: 'hello.txt', mimeType: 'text/plain', size: 5 });
  const message = await agent.get<Message>(`/messages/${body.messageId}`);
  expect(message.body.attachments).toEqual([body]);
  expect((await agent.get<Attachment[]>(`/files?channel=${channelId}`)).body).toMatchObject([body]);
});

test.each([
  ['as a browser writes it', 'filename="Q3 %22final%22%0D%0A日本.txt"', 'Q3 "final" 日本.txt'],
  ['with filename*', `filename="_"; filename*=UTF-8''%22%E6%97%A5%22.txt`, '"日".txt'],
  ['with a backslash before its quotes', 'filename="\\"ü\\".txt"', '"ü".txt'],
])("keeps a file's name, %s, in lists and downloads", async (_, written, name) => {
  await using server = await testServer();
  const { agent } = server.as;
  const { id: channelId } = await server.channel();
  const part = (head: string, value: string) =>
    `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
  const { body } = await agent.send<Attachment>('/files/store', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: `${part('name="channelId"', channelId)}${part(`name="file"; ${written}`, 'x')}--b--\r\n`,
  });
  expect(body.filename).toBe(name);
  expect((await agent.get<Attachment[]>('/files')).body[0]?.filename).toBe(name);
  const { headers } = await agent.get(`/files/${body.id}/download`);
  const saved = /filename="([^"]*)"; filename\*=UTF-8''(\S*)$/.exec(
    headers.get('content-disposition') ?? '',
  );
  expect(saved?.slice(1).map(decodeURIComponent)).toEqual([name, name]);
});

test('attaches a stored file to the message that names it', async () => {
  await using server = await testServer();
  const { agent } = server.as;
  const { id: channelId } = await server.channel();
  const form = formOf(['channelId', channelId], ['file', hello()]);
  const { status, body: file } = await post<Attachment>(agent, '/files/store', form);
  expect(status).toBe(201);
  expect(file.messageId).toBeNull();
  const message = { channelId, attachmentIds: [file.id] };
  const sent = await agent.post<Message>('/messages', message);
  expect(sent.body.attachments).toEqual([{ ...file, messageId: sent.body.id }]);
});

test('accepts an upload from a person', async () => {
  await using server = await testServer();
  const { id: channelId } = await server.channel();
  const form = formOf(['file', hello()], ['channelId', channelId]);
  const { body } = await post<Attachment>(server.as.owner, '/files/upload', form);
  const message = await server.as.owner.get<Message>(`/messages/${body.messageId}`);
  expect(message.body.senderType).toBe('user');
});

test('accepts the parts of an upload in any order, the channel under either name', async () => {
  await using server = await testServer();
  const { id } = await server.channel();
  for (const name of ['channelId', 'channel']) {
    const parts: Parameters<typeof formOf> = [
      [name, id],
      ['file', hello()],
      ['other', 'thing'],
      ['thumbnail', new File(['ignored'], 'small.png')],
    ];
    for (const at of parts.keys()) {
      const form = formOf(...parts.slice(at), ...parts.slice(0, at));
      const { status, body } = await post<Attachment>(server.as.agent, '/files/store', form);
      expect([status, body.channelId, body.size]).toEqual([201, id, 5]);
    }
  }
  expect(bytesIn(server.data)).toHaveLength(8);
});

test.each([
  ['of no bytes', 0],
  ['of one byte', 1],
  ['of many chunks', 3_000_001],
])('returns a file %s byte for byte', async (_, size) => {
  await using server = await testServer();
  const { id } = await server.channel();
  const bytes = crypto.getRandomValues(Buffer.alloc(Math.min(size, 65_536)));
  const content = Buffer.alloc(size, bytes.length > 0 ? bytes : undefined);
  const form = formOf(['file', new File([content], 'a.bin')], ['channelId', id]);
  const { body } = await post<Attachment>(server.as.agent, '/files/store', form);
  expect(body).toMatchObject({ size, mimeType: 'application/octet-stream' });
  const url = `${server.url}/api/v1/files/${body.id}/download`;
  const response = await fetch(url, { headers: { 'x-api-key': server.agentKey.key } });
  expect(response.headers.get('content-length')).toBe(String(size));
  expect(sha256(await response.bytes())).toBe(sha256(content));
});

test('lists everything that an incomplete upload lacks, and stores nothing', async () => {
  await using server = await testServer();
  const { id } = await server.channel();
  const refusals: [FormData, string[][]][] = [
    [formOf(['x', 'y']), [['channelId'], ['file']]],
    [formOf(['channelId', id]), [['file']]],
    [formOf(['channelId', id], ['file', 'a text, not a file']), [['file']]],
    [formOf(['file', hello()]), [['channelId']]],
    [formOf(['file', hello()], ['channelId', '']), [['channelId']]],
    [formOf(['file', hello()], ['file', hello()], ['channelId', id]), [['file']]],
  ];
  for (const [form, paths] of refusals) {
    const { status, body } = await post(server.as.agent, '/files/upload', form);
    expect(status).toBe(400);
    expect(body.errors.map((error) => error.path)).toEqual(paths);
  }
  expect(bytesIn(server.data)).toEqual([]);
});

test('refuses a body that is not a valid multipart form', async () => {
  await using server = await testServer();
  const refusals: [number, string, string][] = [
    [415, 'application/json', '{}'],
    [415, 'application/x-www-form-urlencoded', 'file=x'],
    [400, 'multipart/form-data', 'x'],
    [400, 'multipart/form-data; boundary=b', ''],
    [400, 'multipart/form-data; boundary=b', '--b\r\nno header'],
    [400, 'multipart/form-data; boundary=b', '--b\r\n'.repeat(200)],
  ];
  for (const [status, type, body] of refusals) {
    const headers = { 'content-type': type };
    const answer = await server.as.agent.send('/files/upload', { method: 'POST', headers, body });
    expect([type, answer.status, answer.body.statusCode]).toEqual([type, status, status]);
  }
  expect(bytesIn(server.data)).toEqual([]);
});

test('refuses a form with more than 50 parts', async () => {
  await using server = await testServer();
  const { id } = await server.channel();
  const parts = Array.from({ length: 60 }, (_, at): [string, string] => [`field${at}`, 'x']);
  const form = formOf(['channelId', id], ['file', hello()], ...parts);
  const { status, body } = await post(server.as.agent, '/files/upload', form);
  expect([status, body.errors[0]?.message]).toEqual([
    400,
    'Malformed multipart body: more than 50 parts',
  ]);
});

test('refuses a file for a channel of others or an unknown one', async () => {
  await using server = await testServer();
  const [own, foreign] = [await server.channel(), await server.channel()];
  const { body } = await server.as.owner.post<{ key: string }>('/keys', {
    name: 'narrow',
    channels: [own.id],
  });
  const caller = server.as.key(body.key);
  for (const path of ['/files/upload', '/files/store']) {
    for (const channelId of [foreign.id, 'unknown']) {
      const form = formOf(['file', hello()], ['channelId', channelId]);
      const answer = await post(caller, path, form);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ statusCode: 404, message: 'Channel not found' } as Failure);
    }
  }
  expect(bytesIn(server.data)).toEqual([]);
});

test('requires a key to upload, list and download', async () => {
  await using server = await testServer();
  const { nobody } = server.as;
  expect((await post(nobody, '/files/upload', 'not even a form')).status).toBe(401);
  expect((await nobody.get('/files')).status).toBe(401);
  expect((await nobody.get('/files/x/download')).status).toBe(401);
});

test('respects the limit of a list', async () => {
  await using server = await testServer();
  const { id } = await server.channel();
  for (const _ of [1, 2, 3]) {
    await post(server.as.agent, '/files/store', formOf(['file', hello()], ['channelId', id]));
  }
  expect((await server.as.agent.get<Attachment[]>('/files?limit=2')).body).toHaveLength(2);
  expect((await server.as.agent.get('/files?limit=0')).status).toBe(400);
});

test('finds a file by the end of its id', async () => {
  await using server = await testServer();
  const { agent } = server.as;
  const { id: channelId } = await server.channel();
  const { id: other } = await server.channel();
  const form = () => formOf(['file', hello()], ['channelId', channelId]);
  const { id } = (await post<Attachment>(agent, '/files/upload', form())).body;
  await post<Attachment>(agent, '/files/upload', form());
  const found = async (query: string) =>
    (await agent.get<Attachment[]>(`/files?idEnd=${id.slice(-6).toLowerCase()}${query}`)).body;
  expect(await found('')).toMatchObject([{ id }]);
  expect(await found('&search=hello')).toMatchObject([{ id }]);
  expect(await found('&search=nosuch')).toEqual([]);
  expect(await found(`&channel=${other}`)).toEqual([]);
});
