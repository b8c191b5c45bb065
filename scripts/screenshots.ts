// Shoots every page with demo data at six sizes, light and dark, into a folder, and checks each:
// nothing scrolls but what should, no text is cut, choices are in view, and axe finds nothing.
//   bun run screenshots FOLDER [part of a page's name…] [--size=phone] [--text-size=125]
//   bun run screenshots --docs     takes those that the README and docs show, into docs/screens
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { root } from '../src/build/docs/sources.ts';
import { configOf, readSettings } from '../src/config.ts';
import { silentLog } from '../src/log.ts';
import { findRun } from '../src/run-file.ts';
import { startServer } from '../src/server.ts';
import { startChromium } from './chromium.ts';
import { type Demo, fillWithDemo } from './demo/demo.ts';
import { REFUSED_TOPIC } from './demo/reach.ts';
import { axeFaults } from './screens/access.ts';
import { layoutFaults } from './screens/faults.ts';
import { screens, setUpScreens } from './screens/screens.ts';
import { schemes, shotName, shotsOfDocs, sizes } from './screens/shots.ts';

const [where, ...rest] = process.argv.slice(2);
if (where === undefined) {
  throw new Error('Name a folder: bun run screenshots FOLDER [NAME…] [--size=phone], or --docs');
}
const isForDocs = where === '--docs';
const folder = isForDocs ? join(root, 'docs/screens') : where;
const shown = isForDocs ? new Set(await shotsOfDocs()) : null;
const onlySize = rest.find((one) => one.startsWith('--size='))?.slice('--size='.length);
const textSize = rest.find((one) => one.startsWith('--text-size='))?.slice('--text-size='.length);
const wanted = rest.filter((one) => !one.startsWith('--'));
const data = await mkdtemp(join(tmpdir(), 'inbox-screens-'));
/** An ntfy server that takes all but one topic. */
const ntfy = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    const { topic, sequence_id } = JSON.parse((await request.text()) || '{}');
    if (topic === REFUSED_TOPIC) return new Response(null, { status: 403 });
    return Response.json({ id: 'sent', sequence_id });
  },
});
const flags = {
  ...{ data, port: '0', rateLimit: 'off', webhookAllow: '127.0.0.1' },
  ntfyUrl: ntfy.url.href,
};
const read = readSettings(flags, {});
const server = await startServer(configOf(read), silentLog(), read);
/** Accepts deliveries, and refuses every third one. */
let deliveries = 0;
const receiver = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: () =>
    deliveries++ % 3 === 0
      ? Response.json({ error: 'database is restarting' }, { status: 503 })
      : Response.json({ ok: true }),
});
const browser = await startChromium();
const faults: string[] = [];

try {
  await mkdir(folder, { recursive: true });
  const demo = await fillWithDemo(server.url, data, findRun(data)?.token ?? '', receiver.url.href);
  for (const [size, options] of Object.entries(sizes)) {
    if (onlySize !== undefined && size !== onlySize) continue;
    for (const scheme of schemes) await takeAll(demo, size, options, scheme);
  }
} finally {
  await browser.close();
  await server.stop();
  await receiver.stop(true);
  await ntfy.stop(true);
  await rm(data, { recursive: true, force: true });
}
console.log(faults.length === 0 ? 'No faults.' : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;

async function takeAll(
  demo: Demo,
  size: string,
  options: BrowserContextOptions,
  colorScheme: 'light' | 'dark',
) {
  const isChosen = ({ name }: { name: string }) =>
    shown
      ? shown.has(shotName(name, size, colorScheme))
      : wanted.length === 0 || wanted.some((one) => name.includes(one));
  const seen = { colorScheme, locale: 'en-GB', reducedMotion: 'reduce' } as const;
  for (const { name, before } of setUpScreens.filter(isChosen)) {
    await withNewInbox(async (link) => {
      await using page = await open({ ...seen, ...options });
      await page.goto(link);
      await before(page);
      await take(page, shotName(name, size, colorScheme));
    });
  }
  const chosen = screens.filter(isChosen);
  if (chosen.length === 0) return;
  await using page = await open({ baseURL: server.url, ...seen, ...options });
  for (const screen of chosen.toSorted(
    (one, other) => Number(other.outside ?? false) - Number(one.outside ?? false),
  )) {
    if (!screen.outside) await logIn(page, demo);
    await page.goto(screen.path(demo));
    await page.waitForLoadState('networkidle');
    await screen.before?.(page, demo);
    await take(page, shotName(screen.name, size, colorScheme));
  }
}

/** A page with cookies of its own, which know no ports. Closes with its context. */
async function open(options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  if (textSize !== undefined) await page.addInitScript(useTextSize, Number(textSize));
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(folder, `${name}.png`) });
  // An element that lies half behind the choices looks smaller than it is.
  await page.evaluate(() => document.querySelector('.question-scroll')?.scrollTo(0, 1e6));
  const found = [...(await layoutFaults(page)), ...(await axeFaults(page))];
  faults.push(...found.map((fault) => `${name}: ${fault}`));
}

/** Starts an inbox without an owner, and gives its setup link. */
async function withNewInbox(use: (link: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'inbox-set-up-'));
  const settings = readSettings({ data: folder, port: '0', rateLimit: 'off' }, {});
  const fresh = await startServer(configOf(settings), silentLog(), settings);
  try {
    await use(fresh.setUpUrl ?? '');
  } finally {
    await fresh.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function logIn(page: Page, { email, password }: Demo): Promise<void> {
  const cookies = await page.context().cookies();
  if (cookies.some(({ name }) => name === 'inbox_session')) return;
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor({ state: 'attached' });
}

/** Runs in the page. */
function useTextSize(textSize: number): void {
  localStorage.setItem('inbox-appearance', JSON.stringify({ textSize }));
}
