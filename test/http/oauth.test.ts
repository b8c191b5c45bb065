import { expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import pino from 'pino';
import { appOf } from '../support/inbox/app.ts';
import { recordEvents } from '../support/inbox/events.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { start } from '../support/inbox/oauth.ts';
import { testServer } from '../support/server/server.ts';
import { anyCharacter } from '../support/texts/characters.ts';

/** A flow of state `one` and the browser that comes back from its provider. */
async function comingBack(inbox: TestInbox) {
  const { id: channelId } = await inbox.channel();
  await start(inbox, { channelId });
  const app = await appOf(inbox);
  return {
    channelId,
    received: recordEvents(inbox),
    async get(query: Record<string, string> | string) {
      const text = typeof query === 'string' ? query : new URLSearchParams(query);
      const answer = await app(`/oauth/callback?${text}`);
      return { status: answer.status, headers: answer.headers, page: await answer.text() };
    },
  };
}

const titleOf = (page: string) => /<h1>(.*)<\/h1>/.exec(page)?.[1];

test('shows that the window can be closed, and emits the code to the agent', async () => {
  await using inbox = await testInbox();
  const { get, received, channelId } = await comingBack(inbox);
  const { status, page } = await get({ state: 'one', code: 'a b+c/d', error: '', scope: 'repo' });
  expect([status, titleOf(page)]).toEqual([200, 'Done']);
  expect(page).toContain('You can close this window.');
  const payload = { channelId, state: 'one', code: 'a b+c/d', provider: 'github' };
  expect(received as unknown[]).toEqual([{ name: 'oauth:code', payload }]);
});

test("shows the provider's error, and emits it to the agent", async () => {
  await using inbox = await testInbox();
  const { get, received } = await comingBack(inbox);
  const said = { error: 'access_denied', error_description: 'Not <today>' };
  const { status, page } = await get({ state: 'one', code: '', ...said });
  expect([status, titleOf(page)]).toEqual([200, 'Something went wrong']);
  expect(page).toContain('access_denied: Not &lt;today&gt;');
  const payload = { state: 'one', error: said.error, errorDescription: said.error_description };
  expect(received).toMatchObject([{ name: 'oauth:error', payload }]);
  expect((await get({ state: 'one', code: 'c' })).status).toBe(400);
});

test('does not use up the state on HEAD', async () => {
  await using inbox = await testInbox();
  const { get, received } = await comingBack(inbox);
  const app = await appOf(inbox);
  const head = await app('/oauth/callback?state=one&code=c', { method: 'HEAD' });
  expect([head.status, received as unknown[]]).toEqual([200, []]);
  expect((await get('state=one&code=c')).status).toBe(200);
});

const broken = [
  'state=unknown&code=c',
  'state=unknown&error=e',
  'code=c',
  'state=&code=c',
  'state=one',
  'state=one&code=',
  'state=one&error=&code=',
  'state=one&state=one&code=c',
  'state=one&state=two&code=c',
  'state=one&code=c&code=d',
  'state=one&error=e&error=f&code=c',
  `state=${'s'.repeat(1025)}&code=c`,
  `state=one&code=${'c'.repeat(4097)}`,
  `state=one&error=${'e'.repeat(201)}&code=c`,
  `state=one&error=e&error_description=${'d'.repeat(4097)}`,
  '',
  '%',
  'state=%ff%00&code=%',
  'state=__proto__&code=c',
];

test('shows the error page for an unknown or malformed query, and ends no flow', async () => {
  await using inbox = await testInbox();
  const { get, received } = await comingBack(inbox);
  for (const query of broken) {
    const { status, headers, page } = await get(query);
    expect([query, status, titleOf(page)]).toEqual([query, 400, 'This link has expired']);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  }
  expect(received).toEqual([]);
  expect((await get({ state: 'one', code: 'c' })).status).toBe(200);
});

test('keeps a state valid for 10 minutes', async () => {
  await using inbox = await testInbox();
  const { get } = await comingBack(inbox);
  inbox.clock.advance(10 * 60_000);
  expect((await get({ state: 'one', code: 'c' })).status).toBe(400);
});

test('accepts 1 of 20 simultaneous redirects', async () => {
  await using inbox = await testInbox();
  const { get, received } = await comingBack(inbox);
  const all = Array.from({ length: 20 }, (_, n) => get({ state: 'one', code: `${n}` }));
  const statuses = (await Promise.all(all)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.filter((status) => status === 400)).toHaveLength(19);
  expect(received).toHaveLength(1);
});

test('allows only its own style, and sends no referrer', async () => {
  await using inbox = await testInbox();
  const { get } = await comingBack(inbox);
  for (const query of ['state=one&code=c', 'state=one&code=c']) {
    const { headers, page } = await get(query);
    const style = /<style>([^<]*)<\/style>/.exec(page)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(page).not.toMatch(/<script|<form|<a |style="|https?:/);
  }
});

const nasty = fc.oneof(
  fc.string({ unit: anyCharacter, maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...'<>"\'&/=;%\0\r\n`a'), maxLength: 30 }),
  fc.constantFrom('<script>alert(1)</script>', '"><img src=x onerror=x>', '</style>', '&lt;'),
);

test('escapes everything from the query', async () => {
  await using inbox = await testInbox();
  const { get, channelId } = await comingBack(inbox);
  const plain = await get({ state: 'one', error: 'e', error_description: 'd' });
  const tagsOf = (page: string) => page.match(/<[^>]*>/g)?.join('');
  const query = fc.record({
    code: nasty,
    error: fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 5 })
      .chain((one) => nasty.map((other) => one + other)),
    error_description: nasty,
  });
  await fc.assert(
    fc.asyncProperty(query, fc.boolean(), async (given, known) => {
      if (known) await start(inbox, { channelId, provider: '<i>&' });
      const { status, page } = await get({ state: 'one', ...given });
      expect(status).toBe(known ? 200 : 400);
      if (!known) return expect(page).toBe((await get('')).page);
      expect(tagsOf(page)).toBe(tagsOf(plain.page));
      const said = [given.error, given.error_description].filter(Boolean).join(': ');
      const shown = Bun.escapeHTML(said.toWellFormed());
      expect(page).toContain(`<p class="said" dir="auto">${shown}</p>`);
      expect(page).toContain('&lt;i&gt;&amp; returned an error.');
    }),
    { numRuns: 300 },
  );
});

test('accepts a bad credential, and limits requests per address', async () => {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  const send = await appOf(inbox, { rateLimit: 100 });
  const statuses: number[] = [];
  for (const headers of [{}, { cookie: 'inbox_session=old' }, { 'x-api-key': 'hp_bad' }]) {
    await start(inbox, { channelId });
    statuses.push((await send('/oauth/callback?state=one&code=c', { headers })).status);
  }
  expect(statuses).toEqual([200, 200, 200]);
  for (let n = 0; n < 97; n++) expect((await send('/oauth/callback')).status).toBe(400);
  expect((await send('/oauth/callback')).status).toBe(429);
});

test('logs no code or state', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  await using inbox = await testInbox({ log });
  const { get, channelId } = await comingBack(inbox);
  inbox.bus.on('oauth:code', () => {
    throw new Error('a listener that fails');
  });
  await start(inbox, { channelId, state: 'secret-state' });
  for (const status of [200, 400]) {
    expect((await get({ state: 'secret-state', code: 'secret-code' })).status).toBe(status);
  }
  expect(lines.join()).toContain('a listener that fails');
  expect(lines.join()).not.toContain('secret');
});

test('serves the error page over the network', async () => {
  await using server = await testServer();
  const { status, body, headers } = await server.as.nobody.get<string>('/oauth/callback?state=a');
  expect([status, titleOf(body)]).toEqual([400, 'This link has expired']);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
});
