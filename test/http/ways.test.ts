import { expect, test } from 'bun:test';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { localOwner, setUp } from '../../src/core/access/local-owner.ts';
import { beginSession } from '../../src/core/access/sessions.ts';
import type { WayState, WayTrial, WayWasSet } from '../../src/core/settings/schema.ts';
import { noWays, type Ways } from '../../src/ways/ways.ts';
import { appOf, jsonBody } from '../support/inbox/app.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';

const OWNER = { email: 'ann@example.com', password: 'correct horse battery', name: 'Ann' };
const password = OWNER.password;
const ok: WayTrial = { result: 'ok', says: 'It answers', next: null };

type Tried = { kind: string; ways: Ways };

/** An inbox whose owner has a session, and which tries nothing outside. */
async function withOwner(inbox: TestInbox, trial: () => WayTrial = () => ok) {
  const tried: Tried[] = [];
  const tryWay = async (kind: string, ways: Ways) => {
    tried.push({ kind, ways });
    return trial();
  };
  const send = await appOf(inbox, { tryWay });
  const { id } = await setUp(inbox, await localOwner(inbox), OWNER);
  const session = {
    cookie: `inbox_session=${await beginSession(inbox, id)}`,
    'sec-fetch-site': 'same-origin',
  };
  const call = async <T>(method: string, path: string, body?: object, as: object = session) => {
    const headers = as as Record<string, string>;
    const init = body ? { ...jsonBody(body, headers), method } : { method, headers };
    const answer = await send(path, init);
    return { status: answer.status, body: (await answer.json()) as T & { message?: string } };
  };
  const set = (kind: string, settings: object, more: object = { password }) =>
    call<WayWasSet>('PUT', `/ways/${kind}`, { settings, ...more });
  const way = async (kind: string) => {
    const { body } = await call<WayState[]>('GET', '/ways');
    return body.find((one) => one.kind === kind) as WayState;
  };
  return { call, set, way, session, send, tried, id };
}

/** All bytes of a data directory. */
const bytesIn = (folder: string): string =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, `${name}`))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n');

test('sets a way without a restart, and shows its secrets to nobody', async () => {
  await using inbox = await testInbox();
  const { call, set, way, tried } = await withOwner(inbox);
  expect(await way('ntfy')).toMatchObject({ works: false, from: 'default' });
  const done = await set('ntfy', { ntfyUrl: 'https://ntfy.example', ntfyToken: 'tk_SECRET' });
  expect(done).toMatchObject({ status: 200, body: { way: { works: true }, trial: ok } });
  expect(inbox.ways).toMatchObject({ ntfyUrl: 'https://ntfy.example', ntfyToken: 'tk_SECRET' });
  expect(inbox.ways.ntfyReplyTopic).toMatch(/^inbox-[0-9a-f]{32}$/);
  expect(tried[0]?.ways.ntfyToken).toBe('tk_SECRET');
  expect(await way('ntfy')).toMatchObject({ from: 'database', host: 'ntfy.example' });
  const seen = await Promise.all(
    ['/ways', '/audit', '/about'].map((path) => call<object>('GET', path)),
  );
  expect(JSON.stringify([done, ...seen])).not.toContain('SECRET');
  expect(JSON.stringify(seen)).not.toContain(inbox.ways.ntfyReplyTopic);
  const stored = bytesIn(inbox.data);
  expect([stored.includes('ntfy.example'), stored.includes('SECRET')]).toEqual([true, false]);
  expect(statSync(join(inbox.data, 'secrets.key'))).toMatchObject({ size: 32 });
});

test('keeps what is not given, but no secret of another server', async () => {
  await using inbox = await testInbox();
  const { set } = await withOwner(inbox);
  await set('ntfy', { ntfyUrl: 'https://ntfy.example', ntfyToken: 'tk_1', ntfyReplyToken: 'tk_2' });
  const { ntfyReplyTopic } = inbox.ways;
  await set('ntfy', { ntfyReplyToken: null });
  expect(inbox.ways).toMatchObject({ ntfyToken: 'tk_1', ntfyReplyTopic, ntfyReplyToken: null });
  await set('ntfy', { ntfyUrl: 'https://other.example' });
  expect(inbox.ways.ntfyToken).toBeNull();
  expect(inbox.ways.ntfyReplyTopic).not.toBe(ntfyReplyTopic);
});

test('turns a way off, and has nothing left of it', async () => {
  await using inbox = await testInbox();
  const { call, set, way } = await withOwner(inbox);
  await set('telegram', { telegramToken: '1:abc' });
  const off = await call<WayState>('DELETE', '/ways/telegram', { password });
  expect(off).toMatchObject({ status: 200, body: { works: false, from: 'default' } });
  expect([inbox.ways, (await way('telegram')).host]).toEqual([noWays, null]);
});

test('saves nothing that the service refuses, and says it in the words of the page', async () => {
  await using inbox = await testInbox();
  const fail: WayTrial = {
    result: 'fail',
    says: 'Telegram refuses',
    next: 'Set INBOX_TELEGRAM_TOKEN',
  };
  const { call, set } = await withOwner(inbox, () => fail);
  const refused = await set('telegram', { telegramToken: '1:abc' });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Telegram refuses. Set “Bot token”',
  ]);
  const body = { password, settings: { telegramToken: '1:abc' } };
  expect((await call('POST', '/ways/telegram/test', body)).body).toMatchObject({ result: 'fail' });
  expect(inbox.ways).toEqual(noWays);
});

const wrong: [string, object, string][] = [
  ['ntfy', { ntfyUrl: 'ftp://x' }, 'ntfyUrl'],
  ['ntfy', { ntfyUrl: 'https://a:b@ntfy.example' }, 'ntfyUrl'],
  ['ntfy', { ntfyToken: 'tk_1' }, 'ntfyUrl'],
  ['ntfy', { appriseUrl: 'https://x.example' }, 'appriseUrl'],
  ['telegram', { telegramUrl: 'https://x.example' }, 'telegramUrl'],
  ['telegram', { telegramToken: 'nonsense' }, 'telegramToken'],
  ['slack', { slackBotToken: 'xoxb-1' }, 'slackAppToken'],
  ['email', { smtpUrl: 'smtp://mail.example' }, 'smtpFrom'],
  ['email', { smtpUrl: 'http://mail.example', smtpFrom: 'a@b.example' }, 'smtpUrl'],
];
test.each(wrong)('refuses %s with %j, and names the setting', async (kind, settings, name) => {
  await using inbox = await testInbox();
  const { set } = await withOwner(inbox);
  const { status, body } = await set(kind, settings);
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { errors: [{ path: ['settings', name] }] },
  });
  expect(inbox.ways).toEqual(noWays);
});

test('leaves a way alone that is set where the inbox was started', async () => {
  await using inbox = await testInbox({ ways: { ntfyUrl: 'https://ntfy.example' } });
  const { set, way } = await withOwner(inbox);
  expect((await set('ntfy', { ntfyToken: 'tk_1' })).status).toBe(409);
  expect(await way('ntfy')).toMatchObject({ from: 'environment', source: 'INBOX_NTFY_URL' });
});

test('takes the change of one of two owners who make one at the same time, and mixes nothing', async () => {
  await using inbox = await testInbox();
  const { call, set, session } = await withOwner(inbox);
  const other = { name: 'Bob', email: 'bob@example.com', password: 'tulips in spring' };
  const { body } = await call<{ id: string }>('POST', '/users', { ...other, role: 'owner' });
  const bob = { ...session, cookie: `inbox_session=${await beginSession(inbox, body.id)}` };
  const first = { ntfyUrl: 'https://one.example', ntfyToken: 'tk_1' };
  const second = { ntfyUrl: 'https://two.example', ntfyToken: 'tk_2' };
  const both = await Promise.all([
    set('ntfy', first),
    call('PUT', '/ways/ntfy', { password: other.password, settings: second }, bob),
  ]);
  // Passwords are checked first: one may have been saved before the other was read.
  const statuses = both.map(({ status }) => status).sort();
  expect([
    [200, 409],
    [200, 200],
  ]).toContainEqual(statuses);
  const saved = [first, second].filter((_, at) => both[at]?.status === 200);
  expect(saved).toContainEqual({
    ntfyUrl: inbox.ways.ntfyUrl ?? '',
    ntfyToken: inbox.ways.ntfyToken ?? '',
  });
});
