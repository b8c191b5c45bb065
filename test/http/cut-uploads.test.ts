import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { localOwner } from '../../src/core/access/local-owner.ts';
import { createChannel } from '../../src/core/channels/channels.ts';
import { CreateAgent } from '../../src/core/channels/schema.ts';
import type { Attachment } from '../../src/core/files/schema.ts';
import { openInbox } from '../../src/core/open.ts';
import { silentLog } from '../../src/log.ts';
import { bytesIn, halfAForm, untilBytes } from '../support/inbox/files.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { serveInProcess } from '../support/server/process.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

test.each([
  ['of known length', false],
  ['of unknown length', true],
])('leaves neither record nor bytes of an interrupted upload %s', async (_, chunked) => {
  await using server = await testServer();
  const { id } = await server.channel();
  const socket = sendHalf(server.url, server.agentKey.key, id, chunked);
  await untilBytes(server.data, (names) => names.length === 1);
  socket.destroy();
  await untilBytes(server.data, (names) => names.length === 0);
  expect(await listed(server)).toEqual([]);
  expect((await server.as.agent.get<{ data: [] }>('/messages')).body.data).toEqual([]);
});

test('leaves neither record nor bytes of an upload with a truncated form', async () => {
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

test("removes a killed server's partial upload at the next start", async () => {
  const data = temporaryDirectory();
  const { id } = await prepare(data);
  const cut = await serveInProcess(data);
  sendHalf(cut.url, cut.token, id, false).on('error', () => {});
  await untilBytes(data, (names) => names.length === 1);
  await cut.end('SIGKILL');
  expect(bytesIn(data)).toEqual([expect.stringMatching(/\.part$/)]);
  const next = await serveInProcess(data);
  await untilBytes(data, (names) => names.length === 0);
  expect((await next.agent.get('/files')).body).toEqual([] as never);
  await next.end('SIGKILL');
  removeDirectory(data);
});

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
