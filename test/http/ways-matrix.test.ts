/** Who may set how people are notified, and who reads what of it. */
import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createBackup } from '../../src/backup/create.ts';
import type { Setting } from '../../src/core/about/schema.ts';
import { localOwner, setUp } from '../../src/core/access/local-owner.ts';
import type { NewKey, NewToken, User } from '../../src/core/access/schema.ts';
import { beginSession } from '../../src/core/access/sessions.ts';
import type { WayState } from '../../src/core/settings/schema.ts';
import { follow } from '../support/clients/numbered.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { recordingLog } from '../support/inbox/log.ts';
import { eventually } from '../support/reach/eventually.ts';
import { testNtfy } from '../support/reach/ntfy.ts';
import { testServer } from '../support/server/server.ts';

const OWNER = { email: 'ann@example.com', password: 'correct horse battery', name: 'Ann' };
const RITA = { email: 'rita@example.com', password: 'tulips in spring', name: 'Rita' };
const local = { authorization: 'Bearer local' };

type Headers = Record<string, string>;

/** Everyone who may call, with what they show and the password they send. */
async function everyone(inbox: TestInbox) {
  const send = await appOf(inbox, { tryWay: async () => null });
  const post = async <T>(path: string, body: object, as: Headers): Promise<T> =>
    (await send(path, jsonBody(body, as))).json() as Promise<T>;
  // Made before there is a login.
  const unnamed = await post<NewToken>('/tokens', { name: 'T' }, local);
  const { id } = await setUp(inbox, await localOwner(inbox), OWNER);
  const sessionOf = async (user: string) => ({
    cookie: `inbox_session=${await beginSession(inbox, user)}`,
    'sec-fetch-site': 'same-origin',
  });
  const owner = await sessionOf(id);
  const rita = await post<User>('/users', { ...RITA, role: 'reviewer', channels: [] }, owner);
  const reviewer = await sessionOf(rita.id);
  const bearer = ({ token }: NewToken) => ({ authorization: `Bearer ${token}` });
  const { key } = await post<NewKey>('/keys', { name: 'K' }, owner);
  const { password } = OWNER;
  const who: Record<string, [headers: Headers, password?: string]> = {
    'the session of an owner with the password': [owner, password],
    'the session of an owner without the password': [owner],
    'the session of an owner with a wrong password': [owner, 'wrong horse'],
    'the session of an owner with the password of another': [owner, RITA.password],
    'the token of an owner with the password': [
      bearer(await post<NewToken>('/tokens', { name: 'T' }, owner)),
      password,
    ],
    'a token that was made without a login': [bearer(unnamed), password],
    'the session of a reviewer with their password': [reviewer, RITA.password],
    'the token of a reviewer': [
      bearer(await post<NewToken>('/tokens', { name: 'T' }, reviewer)),
      RITA.password,
    ],
    'a key': [{ 'x-api-key': key }, password],
    nobody: [{}, password],
    'the local secret': [local],
  };
  const call = async (name: string, method: string, path: string, body: object = {}) => {
    const [headers, given] = who[name] ?? [{}];
    const sent = given === undefined ? body : { ...body, password: given };
    const init = method === 'GET' ? { headers } : { ...jsonBody(sent, headers), method };
    return (await send(path, init)).status;
  };
  return { who, call, owner, send };
}

const settings = { appriseUrl: 'http://localhost:8000' };
const actions: [name: string, method: string, path: string, body?: object][] = [
  ['read the ways', 'GET', '/ways'],
  ['read the URL', 'GET', '/public-url'],
  ['try', 'POST', '/ways/apprise/test', { settings }],
  ['set', 'PUT', '/ways/apprise', { settings }],
  ['change', 'PUT', '/ways/apprise', { settings: { appriseUrl: 'http://localhost:8001' } }],
  ['turn off', 'DELETE', '/ways/apprise'],
  ['set the URL', 'PUT', '/public-url', { publicUrl: null }],
];

const all = [200, 200, 200, 200, 200, 200, 200];
const refusedWith = (status: number) => [200, 200, ...Array(5).fill(status)];
const wanted: Record<string, number[]> = {
  'the session of an owner with the password': all,
  'the session of an owner without the password': refusedWith(400),
  'the session of an owner with a wrong password': refusedWith(403),
  'the session of an owner with the password of another': refusedWith(403),
  'the token of an owner with the password': refusedWith(403),
  'a token that was made without a login': refusedWith(403),
  'the session of a reviewer with their password': [200, ...Array(6).fill(403)],
  'the token of a reviewer': [200, ...Array(6).fill(403)],
  'a key': Array(7).fill(403),
  nobody: Array(7).fill(401),
  'the local secret': all,
};

test.each(['on', 'off'] as const)(
  'lets the right callers alone set a way, with local answers %s',
  async (localAnswers) => {
    await using inbox = await testInbox();
    const { who, call, owner, send } = await everyone(inbox);
    if (localAnswers === 'off') await send('/local-answers', jsonBody({ localAnswers }, owner));
    const statuses: Record<string, number[]> = {};
    for (const name of Object.keys(who)) {
      statuses[name] = [];
      for (const [, method, path, body] of actions) {
        statuses[name].push(await call(name, method, path, body));
      }
    }
    const off = { 'the local secret': refusedWith(403) };
    expect(statuses).toEqual(localAnswers === 'on' ? wanted : { ...wanted, ...off });
  },
);

test('shows a reviewer which ways work, and nothing of how they are set', async () => {
  await using inbox = await testInbox({ ways: { ntfyUrl: 'https://ntfy.example' } });
  const { who, send } = await everyone(inbox);
  const [headers] = who['the token of a reviewer'] ?? [{}];
  const ways = (await (await send('/ways', { headers })).json()) as WayState[];
  expect(ways.find(({ kind }) => kind === 'ntfy')).toMatchObject({ works: true, source: null });
  expect(ways.flatMap(({ settings: shown }) => shown)).toEqual([]);
});

/** All files of a directory, and what is packed in its archives. */
const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, `${name}`))
    .filter((path) => statSync(path).isFile())
    .map((path) => {
      const bytes = readFileSync(path);
      return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1');
    })
    .join('\n');

test('keeps every secret of a way out of answers, events, logs, metrics, the database and backups', async () => {
  await using ntfy = testNtfy({ token: 'tk_CANARY' });
  const { log, lines } = recordingLog('trace');
  const flags = { metrics: '127.0.0.1', webhookAllow: '127.0.0.0/8' };
  await using server = await testServer(flags, log);
  const { as, data, url, agentKey } = server;
  const { token } = (await as.owner.post<NewToken>('/tokens', { name: 'Mine' })).body;
  using people = await follow(server, { token, after: 'now' });
  using agents = await follow(server, { apiKey: agentKey.key, after: 'now' });
  for (const socket of [people, agents]) await socket.live();
  const set = (kind: string, given: object) => as.owner.put(`/ways/${kind}`, { settings: given });
  const sender = { smtpFrom: 'a@example.com' };
  const changes = [
    await set('ntfy', { ntfyUrl: ntfy.url, ntfyToken: 'tk_CANARY', ntfyReplyToken: 'tk_CANARY2' }),
    await set('ntfy', { ntfyReplyToken: 'tk_CANARY3' }),
    await set('ntfy', { ntfyToken: 'tk_CANARY4' }),
    await as.owner.post('/ways/ntfy/test', { settings: { ntfyToken: 'tk_CANARY4' } }),
    await set('telegram', { telegramToken: 'not a token, but a CANARY' }),
    await set('telegram', { telegramtoken: '7:CANARY' }),
    await set('slack', { slackAppToken: 'xapp-CANARY' }),
    await set('email', { ...sender, smtpUrl: 'smtp://ann:CANARY@127.0.0.1:1' }),
    await set('email', { ...sender, smtpUrl: 'smtp://ann:CANARY@mail.example:many' }),
    await set('email', { smtpUrl: 'smtp://ann:CANARY@127.0.0.1:1' }),
  ];
  expect(changes.map(({ status }) => status)).toEqual([
    200, 200, 409, 200, 400, 400, 400, 409, 400, 400,
  ]);
  await as.owner.post('/contacts', { kind: 'ntfy' });
  const channel = await server.channel();
  const review = { type: 'approval', payload: { title: 'Deploy?' } };
  await as.agent.post('/messages', { channelId: channel.id, review });
  await eventually(() => ntfy.received.some(({ body }) => body.includes('Deploy?')));
  const paths = ['/ways', '/audit', '/audit/export', '/public-url', '/contacts', '/contacts/bots'];
  const reads = await Promise.all([
    ...paths.map((path) => as.owner.get(path)),
    ...[as.owner, as.agent].map((one) => one.get('/events?after=0')),
  ]);
  const about = await as.owner.get<{ settings: Setting[] }>('/about');
  expect(about.body.settings.filter(({ from }) => from === 'database')).toMatchObject([
    { name: 'ntfyUrl', value: ntfy.url, source: 'the dashboard' },
    { name: 'ntfyToken', value: '***' },
    { name: 'ntfyReplyTopic', value: '***' },
    { name: 'ntfyReplyToken', value: '***' },
  ]);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  for (const socket of [people, agents]) await socket.emitWithAck('ping');
  await createBackup(data, join(data, 'backups', 'a.tar.gz'), () => {});
  const answers = [...changes, ...reads, about];
  const seen = [answers, metrics, people.events, agents.events, lines].map((one) =>
    JSON.stringify(one),
  );
  const texts = [...seen, bytesIn(data)];
  expect(texts.map((text) => text.includes('CANARY'))).toEqual(texts.map(() => false));
  expect(texts.map((text) => text.includes(new URL(ntfy.url).host))).toContain(true);
  expect([people, agents].map(({ events }) => events.length > 1)).toEqual([true, true]);
});
