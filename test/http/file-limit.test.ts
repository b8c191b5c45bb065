import { expect, test } from 'bun:test';
import { bytesIn, formOf } from '../support/inbox/files.ts';
import { testServer } from '../support/server/server.ts';

const MIB = 1024 * 1024;
const TOO_LARGE = { statusCode: 413, message: 'A file must not exceed 1MiB' };
const ofSize = (size: number) => new File([Buffer.alloc(size)], 'a.bin');

test('accepts a file of exactly the limit and refuses one byte more', async () => {
  await using server = await testServer({ maxFileSize: '1MiB' });
  const { id } = await server.channel();
  const upload = (size: number) => {
    const body = formOf(['file', ofSize(size)], ['channelId', id]);
    return server.as.agent.send('/files/store', { method: 'POST', body });
  };
  expect((await upload(MIB)).status).toBe(201);
  const { status, body } = await upload(MIB + 1);
  expect([status, body]).toEqual([413, TOO_LARGE as never]);
  expect(bytesIn(server.data)).toHaveLength(1);
});

test('refuses an upload by its Content-Length before reading it', async () => {
  await using server = await testServer({ maxFileSize: '1MiB' });
  const headers = {
    'content-type': 'multipart/form-data; boundary=b',
    'x-api-key': server.agentKey.key,
  };
  const answer = await rawAnswer(server.url, { ...headers, 'content-length': `${100 * MIB}` });
  expect(answer).toStartWith('HTTP/1.1 413');
});

test('refuses an upload of unknown length once it exceeds the limit', async () => {
  await using server = await testServer({ maxFileSize: '1MiB' });
  const { promise: sending, resolve: stop } = Promise.withResolvers<void>();
  async function* endless() {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n');
    // Some of it stays in the sender's buffers, for as long as it does not end.
    for (let sent = 0; sent <= 4 * MIB; sent += 65_536) yield Buffer.alloc(65_536);
    await sending;
  }
  const { status, body } = await server.as.agent.send('/files/upload', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: endless() as unknown as ReadableStream,
  });
  stop();
  expect([status, body]).toEqual([413, TOO_LARGE as never]);
  expect(bytesIn(server.data)).toEqual([]);
});

test('counts the other parts of the form as well', async () => {
  await using server = await testServer({ maxFileSize: '1MiB' });
  async function* junk() {
    yield Buffer.from('--b\r\nContent-Disposition: form-data; name="junk"; filename="x"\r\n\r\n');
    for (let sent = 0; sent < 3 * MIB; sent += 65_536) yield Buffer.alloc(65_536);
    yield Buffer.from('\r\n--b--\r\n');
  }
  const { status } = await server.as.agent.send('/files/store', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: junk() as unknown as ReadableStream,
  });
  expect(status).toBe(413);
});

/** The first bytes of the answer to a request whose body never comes. */
function rawAnswer(url: string, headers: Record<string, string>): Promise<string> {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries({ host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  return new Promise((resolve, reject) => {
    Bun.connect({
      hostname,
      port: Number(port),
      socket: {
        open: (socket) => {
          socket.write(`POST /api/v1/files/upload HTTP/1.1\r\n${lines.join('')}\r\n`);
        },
        data: (socket, data) => {
          resolve(data.toString());
          socket.end();
        },
      },
    }).catch(reject);
  });
}
