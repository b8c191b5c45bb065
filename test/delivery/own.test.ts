/** The owner's own servers are requested over connections that are kept. */
import { expect, test } from 'bun:test';
import { version } from '../../src/version.ts';
import { blackHole } from '../support/delivery/black-hole.ts';
import { answerOf, receiver } from '../support/delivery/raw-receiver.ts';
import { ownSender } from '../support/delivery/sender.ts';

test('sends many requests over one connection', async () => {
  await using there = await receiver({ answer: (socket) => socket.write(answerOf(200, 'so')) });
  using sender = ownSender();
  const headers = { 'X-Case': 'Grüße 🚀', Authorization: 'Bearer x' };
  for (let at = 0; at < 5; at++) {
    const outcome = await sender.post(`${there.url}?a=b`, { headers, body: '{"text":"Grüße 🚀"}' });
    expect(outcome).toMatchObject({ result: 'accepted', status: 200, response: 'so' });
  }
  expect([there.counts.connections, there.received.length]).toEqual([1, 5]);
  const [got] = there.received;
  expect(got?.line).toBe('POST /hook?a=b HTTP/1.1');
  expect(Buffer.from(got?.body ?? '', 'latin1').toString()).toBe('{"text":"Grüße 🚀"}');
  const sent = Object.fromEntries(got?.headers ?? []);
  expect(Buffer.from(sent['x-case'] ?? '', 'latin1').toString()).toBe('Grüße 🚀');
  expect(sent).toMatchObject({
    host: `127.0.0.2:${there.port}`,
    authorization: 'Bearer x',
    'user-agent': `agent-inbox/${version}`,
    'content-type': 'application/json',
    'accept-encoding': 'identity',
  });
});

test('sends the name that was set, to its next address if one refuses', async () => {
  await using there = await receiver();
  using sender = ownSender({ resolve: async () => ['127.0.0.3', '127.0.0.2'] });
  const outcome = await sender.post(`http://ntfy.lan:${there.port}/`);
  expect(outcome).toMatchObject({ result: 'accepted' });
  expect(there.received[0]?.headers).toContainEqual(['host', `ntfy.lan:${there.port}`]);
});

test('finds a name in the hosts file', async () => {
  await using there = await receiver({ host: '127.0.0.1' });
  using sender = ownSender();
  const outcome = await sender.post(`http://localhost:${there.port}/`);
  expect(outcome).toMatchObject({ result: 'accepted' });
});

test('follows no redirect', async () => {
  await using elsewhere = await receiver();
  const location = `Location: ${elsewhere.url}\r\n`;
  await using there = await receiver({
    answer: (socket) => socket.end(answerOf(307, '', location)),
  });
  using sender = ownSender();
  expect(await sender.post(there.url)).toMatchObject({ result: 'refused', status: 307 });
  expect(elsewhere.counts.connections).toBe(0);
});

test.each([
  ['that is not HTTP', 'no\r\n\r\n', null, 'unknown'],
  ['that is cut off', 'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nso', 200, 'unknown'],
  ['of nothing', '', null, 'unknown'],
  ['of 503', answerOf(503), 503, 'refused'],
] as const)('reports a response %s', async (_, text, status, result) => {
  await using there = await receiver({ answer: (socket) => socket.end(text) });
  using sender = ownSender();
  const outcome = await sender.post(`${there.url}?secret=tk_1`);
  expect(outcome).toMatchObject({ result, status });
  expect(outcome.error).not.toContain('tk_1');
});

test('reports a server that is not there as refused', async () => {
  using sender = ownSender({ resolve: async () => [] });
  const gone = await sender.post('http://127.0.0.2:1/tk_1');
  expect(gone).toMatchObject({ result: 'refused', error: 'Could not connect: ECONNREFUSED' });
  const unknown = await sender.post('http://ntfy.lan/tk_1');
  expect(unknown).toMatchObject({ result: 'refused', error: 'ntfy.lan has no IP address' });
});

test('gives up a server that does not answer, or not to the end', async () => {
  await using hole = await blackHole();
  await using slow = await receiver({
    answer: (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nso'),
  });
  using sender = ownSender({ timeoutMs: 500 });
  for (const url of [hole.url('http'), slow.url]) {
    const outcome = await sender.post(url);
    expect(outcome).toMatchObject({ result: 'unknown', error: 'No complete response within 0.5s' });
  }
});

test('reads no more of a response than it may', async () => {
  const endless = 'HTTP/1.1 200 OK\r\n\r\n';
  await using there = await receiver({
    answer(socket) {
      socket.write(endless);
      // A failed write calls back before the socket is destroyed.
      const pour = (error?: Error | null) =>
        void (error || socket.destroyed || socket.write('x'.repeat(65_536), pour));
      pour();
    },
  });
  using sender = ownSender({ mostBytes: 100_000 });
  const outcome = await sender.post(there.url);
  expect(outcome).toMatchObject({ result: 'accepted', status: 200 });
  await there.idle();
});
