import { expect, test } from 'bun:test';
import { type Answered, send, shakeHands } from '../support/clients/handshakes.ts';
import { connected } from '../support/clients/sockets.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

/** Nobody has called from there with a good credential. */
const STRANGE = '127.0.0.2';
const from = STRANGE;

const times = <T>(count: number, one: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));
const isOpen = ({ sid }: Answered) => sid !== null;
const polite = (apiKey: string) => `40${JSON.stringify({ apiKey })}`;

test('limits an address to 20 anonymous handshakes over all paths and transports', async () => {
  await using server = await testServer();
  const ways = ['/socket.io/', '/ws/'].flatMap((path) =>
    [true, false].map((websocket) => ({ path, websocket, from })),
  );
  const all = await times(40, (index) => shakeHands(server.url, ways[index % 4]));
  expect(all.filter(isOpen)).toHaveLength(20);
  const refused = all.filter((one) => !isOpen(one));
  for (const { status, body } of refused) {
    expect([status, JSON.parse(body).statusCode]).toEqual([429, 429]);
  }
  expect(isOpen(await shakeHands(server.url, { from: '127.0.0.3' }))).toBe(true);
});

test('frees the place of a handshake that authenticates or disconnects', async () => {
  await using server = await testServer();
  const { url, agentKey } = server;
  const all = await times(20, (index) => shakeHands(url, { from, websocket: index === 0 }));
  const [first, second] = all;
  expect(isOpen(await shakeHands(url, { from }))).toBe(false);
  await send(url, second?.sid ?? '', polite(agentKey.key), from);
  const hello = await shakeHands(url, { from, query: `sid=${second?.sid}` });
  expect(hello.body).toStartWith('40{"sid":');
  // That call has made the address familiar: it has room for 200 now.
  const more = await times(181, () => shakeHands(url, { from }));
  expect(more.filter(isOpen)).toHaveLength(181);
  expect(isOpen(await shakeHands(url, { from }))).toBe(false);
  first?.socket.destroy();
  const tryAgain = async (): Promise<boolean> =>
    isOpen(await shakeHands(url, { from })) || tryAgain();
  expect(await tryAgain()).toBe(true);
});

async function shown(server: TestServer): Promise<Parameters<typeof shakeHands>[1][]> {
  const { owner, nobody } = server.as;
  const login = { email: 'ann@example.com', password: 'correct horse battery' };
  await owner.post('/auth/setup', login);
  const { headers } = await nobody.post('/auth/login', login);
  const { body: token } = await owner.post<{ token: string }>('/tokens', { name: 'T' });
  const { key } = server.agentKey;
  return [
    { headers: { 'x-api-key': key } },
    { headers: { authorization: `Bearer ${token.token}` } },
    { headers: { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' } },
    { query: `apiKey=${key}` },
    { query: `token=${token.token}` },
  ];
}

test('does not count a handshake with a valid credential in a header, the query or the cookie', async () => {
  await using server = await testServer({ rateLimit: 'off' });
  const good = await shown(server);
  const crowd = await times(1000, () => shakeHands(server.url, { from }));
  expect(crowd.filter(isOpen)).toHaveLength(1000);
  for (const way of good) {
    for (const websocket of [false, true]) {
      const answered = await shakeHands(server.url, { ...way, websocket, from });
      expect([way, isOpen(answered)]).toEqual([way, true]);
    }
  }
  const bad = [
    { headers: { 'x-api-key': `hp_${'0'.repeat(48)}` } },
    { headers: { cookie: 'inbox_session=hs_no' } },
    { query: 'apiKey=x' },
    { query: 'sid=unknown' },
    {},
  ];
  for (const way of bad) expect((await shakeHands(server.url, { ...way, from })).status).toBe(429);
  using socket = await connected(server.url, {
    auth: { apiKey: server.agentKey.key },
    extraHeaders: { 'x-api-key': server.agentKey.key },
  });
  expect(await socket.emitWithAck('ping')).toEqual({ ok: true });
}, 30_000);

test('closes an unauthenticated handshake after 10 seconds', async () => {
  await using server = await testServer();
  const { url } = server;
  const closed = (socket: { once: (event: 'close', received: () => void) => void }) =>
    new Promise<void>((resolve) => socket.once('close', resolve));
  const silent = await shakeHands(url, { websocket: true, from });
  const known = await shakeHands(url, { websocket: true, query: `apiKey=${server.agentKey.key}` });
  const polling = await shakeHands(url, { from });
  await Promise.all([closed(silent.socket), closed(known.socket)]);
  // Its answer says that the connection is gone, or that it is closing.
  const gone = await shakeHands(url, { from, query: `sid=${polling.sid}` });
  expect(gone.body).toMatch(/^1$|Session ID unknown/);
  expect(isOpen(await shakeHands(url, { from }))).toBe(true);
}, 40_000);

test('closes a connection after 3 invalid keys', async () => {
  await using server = await testServer();
  const { sid } = await shakeHands(server.url, { from });
  for (const wrong of [1, 2, 3]) {
    await send(server.url, sid ?? '', polite(`hp_${wrong}`), from);
    const { body } = await shakeHands(server.url, { from, query: `sid=${sid}` });
    expect(body).toContain('Invalid API key');
  }
  const good = await send(server.url, sid ?? '', polite(server.agentKey.key), from);
  expect(good.body).toContain('Session ID unknown');
});

test('does not look up thousands of simultaneous invalid keys', async () => {
  await using server = await testServer();
  const { sid } = await shakeHands(server.url, { from });
  const wrong = Array.from({ length: 150 }, (_, n) => `40{"apiKey":"hp_${n}"}`).join('\x1e');
  await send(server.url, sid ?? '', wrong, from);
  const good = await send(server.url, sid ?? '', polite(server.agentKey.key), from);
  expect(good.body).toContain('Session ID unknown');
});

test('limits the size of what an anonymous client may send', async () => {
  await using server = await testServer();
  const { url } = server;
  const large = await shakeHands(url, { from });
  expect((await send(url, large.sid ?? '', 'x'.repeat(17_000), from)).status).toBe(400);
  const steady = await shakeHands(url, { from });
  for (const _ of [1, 2]) await send(url, steady.sid ?? '', `4${'x'.repeat(9000)}`, from);
  const more = await send(url, steady.sid ?? '', polite(server.agentKey.key), from);
  expect(more.body).toContain('Session ID unknown');
});

test('upgrades a polling connection to a single websocket', async () => {
  await using server = await testServer();
  const { sid } = await shakeHands(server.url, { from });
  const websockets = Array.from({ length: 3 }, () =>
    fetch(`${server.url}/socket.io/?EIO=4&transport=websocket&sid=${sid}`, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
      },
    }).then(({ status }) => status),
  );
  expect((await Promise.all(websockets)).sort()).toEqual([101, 400, 400]);
});

test('lets agents connect and call during a flood of anonymous handshakes', async () => {
  await using server = await testServer();
  const { url, agentKey } = server;
  const startedAt = performance.now();
  let [opened, refused] = [0, 0];
  const flood = times(16, async (lane) => {
    for (let n = 0; n < 100; n++) {
      const answered = await shakeHands(url, { from, websocket: lane % 2 === 0 });
      if (isOpen(answered)) opened++;
      else refused++;
    }
  });
  const work = times(10, async () => {
    const extraHeaders = { 'x-api-key': agentKey.key };
    using socket = await connected(url, { auth: { apiKey: agentKey.key }, extraHeaders });
    expect(await socket.emitWithAck('ping')).toEqual({ ok: true });
    expect((await server.as.agent.get('/agents')).status).toBe(200);
  });
  await Promise.all([flood, work]);
  const rounds = 1 + Math.floor((performance.now() - startedAt) / 10_000);
  expect(opened).toBeLessThanOrEqual(20 * rounds);
  expect(opened + refused).toBe(1600);
}, 60_000);
