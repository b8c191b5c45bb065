import { afterAll, expect } from 'bun:test';
import { join } from 'node:path';
import { startShell } from '../../scripts/chromium.ts';
import type { Session } from '../../src/core/access/schema.ts';
import { owner } from '../support/browser/browser.ts';
import { isReady, press } from '../support/browser/questions.ts';
import { chosen, sized } from '../support/machine/sized.ts';
import { needsConcurrently } from '../support/machine/tools.ts';
import { documentedProxy } from '../support/proxies/documented.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const sections = [
  ['nginx', 'nginx'],
  ['nginx', 'nginx, under a path'],
  ['caddy', 'Caddy'],
  ['caddy', 'Caddy, under a path'],
] as const;
/** A browser gets the same pages behind every proxy: only a slow run opens them behind all four. */
const inBrowser = chosen(sections, ([, heading]) =>
  ['nginx', 'Caddy, under a path'].includes(heading),
);

for (const section of sections) {
  const [kind, heading] = section;
  const begin = inBrowser.includes(section) ? askInBrowser : askByRequests;
  needsConcurrently(kind, 'curl')(`leads to a first answer with docs/proxies.md: ${heading}`, () =>
    newcomer(kind, heading, begin),
  );
}

/** Sets the inbox up by the link that the server prints, asks, and is answered. */
type Begin = (home: string, setUpUrl: string) => Promise<{ key: string; channelId: string }>;

/** Requests as an agent with this key, whatever the certificate. */
const callerOf =
  (home: string, key: string) =>
  (path: string, init: RequestInit = {}) =>
    fetch(`${home}/api/v1${path}`, {
      ...init,
      headers: { ...(key && { 'x-api-key': key }), ...(init.headers as Record<string, string>) },
      tls: { rejectUnauthorized: false },
    });

let browser: ReturnType<typeof startShell> | undefined;
afterAll(async () => (await browser)?.close());

async function askInBrowser(home: string, setUpUrl: string) {
  browser ??= startShell();
  await using context = await (await browser).newContext({
    ignoreHTTPSErrors: true,
  });
  context.setDefaultTimeout(20_000);
  const page = await context.newPage();
  const errors: string[] = [];
  const sockets: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto(setUpUrl);
  await page.getByLabel('Your name').fill(owner.name);
  await page.getByLabel('E-mail').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.keyboard.press('Enter');
  await page.getByLabel('Agent name').fill('deploy-bot');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Send your first question' }).waitFor();
  await page.locator('.first-ways').getByText('curl', { exact: true }).click();
  // Not the clipboard: the browser's pages share it.
  const code = (await page.getByRole('group', { name: 'code' }).textContent()) ?? '';
  expect(code).toContain(`${home}/api/v1/messages`);
  const asked = Bun.spawn(['sh', '-c', `${code} -ks`]);
  const { id, channelId } = await new Response(asked.stdout).json();

  // It comes by itself, and the answer reaches an agent that waits.
  await page.waitForURL(`${home}/m/${id}`);
  const [, key = ''] = /x-api-key: (hp_\w+)/i.exec(code) ?? [];
  const held = callerOf(home, key)(`/reviews/${id}/wait?channel=${channelId}&timeout=30000`);
  await isReady(page);
  await press(page, 'a');
  expect(await (await held).json()).toMatchObject({ status: 'completed' });
  expect([errors, sockets.length]).toEqual([[], 1]);
  expect(sockets[0]).toStartWith(home.replace('https', 'wss'));
  return { key, channelId };
}

async function askByRequests(home: string, setUpUrl: string) {
  const post = async (path: string, body: unknown, headers: Record<string, string>) => {
    const json = { 'content-type': 'application/json', origin: new URL(home).origin };
    const init = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) };
    const response = await callerOf(home, '')(path, init);
    expect([path, response.ok]).toEqual([path, true]);
    return response;
  };
  const page = await fetch(setUpUrl, { tls: { rejectUnauthorized: false } });
  expect(await page.text()).toContain('<html');
  const token = setUpUrl.split('#token=')[1];
  const { headers } = await post('/auth/setup', { ...owner, token }, {});
  const asOwner = { cookie: headers.get('set-cookie')?.split(';')[0] ?? '' };
  const made = async (path: string, body: object, as: Record<string, string>): Promise<Made> =>
    (await post(path, body, as)).json() as Promise<Made>;
  const { id: channelId } = await made('/agents', { name: 'deploy-bot' }, asOwner);
  const { key } = await made('/keys', { name: 'deploy-bot' }, asOwner);
  const question = { channelId, text: 'Go?', review: { type: 'approval' } };
  const { id } = await made('/messages', question, { 'x-api-key': key });
  const held = callerOf(home, key)(`/reviews/${id}/wait?channel=${channelId}&timeout=30000`);
  await post(`/reviews/${id}/respond`, { response: { selectedOption: 'approve' } }, asOwner);
  expect(await (await held).json()).toMatchObject({ status: 'completed' });
  return { key, channelId };
}

type Made = { id: string; key: string };

async function newcomer(kind: 'nginx' | 'caddy', heading: string, begin: Begin): Promise<void> {
  await using proxy = await documentedProxy(kind, heading);
  await using terminal = testTerminal();
  const home = `${proxy.settings.INBOX_PUBLIC_URL}`;
  const server = await terminal.serve(proxy.settings, proxy.target);
  await server.says('#token=');
  const [setUpUrl = ''] = /https\S+#token=\w+/.exec(server.said()) ?? [];
  expect(setUpUrl).toStartWith(`${home}/setup#token=`);
  const { key, channelId } = await begin(home, setUpUrl);
  const call = callerOf(home, key);

  // White space comes after 20 seconds, and again in a slow run.
  const held = `${sized(25, 150)}s`;
  const doctor = terminal.run(['doctor', '--proxy', home, '--held', held], {
    env: { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' },
  });

  // A large file gets in and out again.
  const bytes = crypto.getRandomValues(new Uint8Array(20_000_000).subarray(0, 65_536));
  const file = new File(
    [...Array(305).keys()].map(() => bytes),
    'large.bin',
  );
  const body = new FormData();
  body.append('channelId', channelId);
  body.append('file', file);
  const stored = await call('/files/store', { method: 'POST', body });
  expect(stored.status).toBe(201);
  const { id: fileId } = (await stored.json()) as { id: string };
  const again = await (await call(`/files/${fileId}/download`)).arrayBuffer();
  expect(again.byteLength).toBe(file.size);

  // Who logs in from elsewhere is seen to.
  const jar = join(terminal.home, 'cookies');
  const curl = (path: string, ...args: string[]) => {
    const from = ['-ks', '--interface', '127.0.0.2', '-b', jar, '-c', jar];
    const { stdout } = Bun.spawn(['curl', ...from, ...args, `${home}/api/v1${path}`]);
    return new Response(stdout).json();
  };
  const { email, password } = owner;
  const json = ['-H', 'content-type: application/json', '-H', `origin: ${new URL(home).origin}`];
  await curl('/auth/login', ...json, '-d', JSON.stringify({ email, password }));
  const sessions = (await curl('/auth/sessions')) as Session[];
  expect(sessions.find(({ isCurrent }) => isCurrent)?.address).toBe('127.0.0.2');

  const { code: found, stdout } = await doctor;
  const signs = stdout.split('\n').filter(Boolean);
  expect(signs.slice(0, -1).filter((line) => !line.startsWith('✓'))).toEqual([]);
  expect([found, signs.at(-1)]).toEqual([0, '0 warnings, 0 failures']);
}
