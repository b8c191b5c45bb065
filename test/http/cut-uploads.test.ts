import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { localOwner } from '../../src/core/access/local-owner.ts';
import { createChannel } from '../../src/core/channels/channels.ts';
import { CreateAgent } from '../../src/core/channels/schema.ts';
import type { Attachment } from '../../src/core/files/schema.ts';
import { openInbox } from '../../src/core/inbox.ts';
import { silentLog } from '../../src/log.ts';
import { findRun } from '../../src/run-file.ts';
import { childServer } from '../support/child-server.ts';
import { removeDirectory, temporaryDirectory } from '../support/directory.ts';
import { bytesIn, halfAForm, untilBytes } from '../support/files.ts';
import { type TestServer, testServer } from '../support/server.ts';

test.each([
  ['of known length', false],
  ['of unknown length', true],
])('an upload %s that breaks off leaves neither record nor bytes', async (_, chunked) => {
  await using server = await testServer();
  const { id } = await server.channel();
  const socket = sendHalf(server.url, server.agentKey.key, id, chunked);
  await untilBytes(server.data, (names) => names.length === 1);
  socket.destroy();
  await untilBytes(server.data, (names) => names.length === 0);
  expect(await listed(server)).toEqual([]);
  expect((await server.as.agent.get<{ data: [] }>('/messages')).body.data).toEqual([]);
});

test('an upload that ends before its form does leaves neither record nor bytes', async () => {
  await using server = await testServer();
  const { id } = await server.channel();
  const { sent, headers } = halfAForm(id);
  const { status } = await server.as.agent.send('/files/upload', {
    method: 'POST',
    headers,
    body: sent,
  });
  expect(status).toBe(400);
  expect(await listed(server)).toEqual([]);
  expect(bytesIn(server.data)).toEqual([]);
});

test('a server killed in the middle of an upload clears up when it starts again', async () => {
  const data = temporaryDirectory();
  const { id } = await prepare(data);
  {
    await using server = await childServer(data);
    sendHalf(server.url, localKey(data), id, false).on('error', () => {});
    await untilBytes(data, (names) => names.length === 1);
  }
  expect(bytesIn(data)).toEqual([expect.stringMatching(/\.part$/)]);
  {
    await using server = await childServer(data);
    await untilBytes(data, (names) => names.length === 0);
    const headers = { 'x-api-key': localKey(data) };
    expect(await (await fetch(`${server.url}/api/v1/files`, { headers })).json()).toEqual([]);
  }
  removeDirectory(data);
});

const localKey = (data: string) => findRun(data)?.token ?? '';

const listed = async (server: TestServer) =>
  (await server.as.agent.get<Attachment[]>('/files')).body;

/** Sends the first half of an upload and keeps the connection open. */
function sendHalf(url: string, key: string, channelId: string, chunked: boolean) {
  const { hostname, port, host } = new URL(url);
  const { sent, headers, contentLength } = halfAForm(channelId);
  const length = chunked ? 'transfer-encoding: chunked' : `content-length: ${contentLength}`;
  const body = chunked ? `${sent.length.toString(16)}\r\n${sent}\r\n` : sent;
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/files/upload HTTP/1.1\r\nhost: ${host}\r\nx-api-key: ${key}\r\n` +
      `content-type: ${headers['content-type']}\r\n${length}\r\n\r\n${body}`,
  );
  return socket;
}

async function prepare(data: string) {
  const inbox = await openInbox({ data, log: silentLog(), holder: 'a test' });
  const owner = await localOwner(inbox);
  const channel = await createChannel(inbox, owner, CreateAgent.parse({ name: 'Bot' }));
  await inbox.close();
  return channel;
}
