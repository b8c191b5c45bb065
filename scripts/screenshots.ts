// Shoots every page at six sizes, light and dark, into a folder, in an inbox with demo data, in one whose
// names and texts are hard to lay out, and in an empty one. Checks each: nothing scrolls but what should,
// no text is cut, choices are in view, and axe finds nothing.
//   bun run screenshots FOLDER [part of a page's name…] [--size=phone] [--text-size=125]
//   bun run screenshots --docs     takes those that the README and docs show, into docs/screens
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { root } from '../src/build/docs/sources.ts';
import { createClient, ok } from '../src/client/client.ts';
import { configOf, readSettings } from '../src/config.ts';
import { silentLog } from '../src/log.ts';
import { findRun } from '../src/run-file.ts';
import { startServer } from '../src/server.ts';
import { startChromium } from './chromium.ts';
import { fillWithDemo } from './demo/demo.ts';
import { fillWithLong } from './demo/long.ts';
import { REFUSED_TOPIC } from './demo/reach.ts';
import { axeFaults } from './screens/access.ts';
import { layoutFaults } from './screens/faults.ts';
import { NOTIFICATION, type Published, showNotification } from './screens/notification.ts';
import {
  emptyScreens,
  longScreens,
  type Screen,
  screens,
  setUpScreens,
} from './screens/screens.ts';
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

if (onlySize !== undefined && !Object.hasOwn(sizes, onlySize)) {
  throw new Error(`There is no size ${onlySize}: use one of ${Object.keys(sizes).join(', ')}`);
}

type Look = { size: string; options: BrowserContextOptions; scheme: 'light' | 'dark' };
const looks: Look[] = Object.entries(sizes)
  .filter(([size]) => onlySize === undefined || size === onlySize)
  .flatMap(([size, options]) => schemes.map((scheme) => ({ size, options, scheme })));
const isWanted = (name: string, { size, scheme }: Look) =>
  shown
    ? shown.has(shotName(name, size, scheme))
    : wanted.length === 0 || wanted.some((one) => name.includes(one));

/** Called with each notification that the ntfy server is sent. */
let onPublished = (_: Published): void => {};
/** An ntfy server that takes all but one topic. */
const ntfy = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => {
    const sent = JSON.parse((await request.text()) || '{}');
    const { topic, sequence_id } = sent;
    onPublished(sent);
    if (topic === REFUSED_TOPIC) return new Response(null, { status: 403 });
    return Response.json({ id: 'sent', sequence_id });
  },
});
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
  for (const look of looks) await takeSetUp(look);
  for (const look of looks) await takeNotification(look);
  await takeIn(screens, ({ url, data, token }) =>
    fillWithDemo(url, data, token, receiver.url.href),
  );
  await takeIn(longScreens, ({ url, token }) => fillWithLong(url, token));
  const asNew = async ({ url, token }: Started) => {
    const owner = { email: 'ana@example.com', password: 'correct horse', name: 'Ana' };
    await ok(createClient(url, { token }).auth.setup.post(owner));
    return { url, ...owner };
  };
  await takeIn(emptyScreens, asNew, {});
} finally {
  await browser.close();
  await receiver.stop(true);
  await ntfy.stop(true);
}
console.log(faults.length === 0 ? 'No faults.' : faults.join('\n'));
process.exitCode = faults.length === 0 ? 0 : 1;

/** Each step in an inbox of its own, as it has no owner yet. */
async function takeSetUp(look: Look): Promise<void> {
  for (const { name, before } of setUpScreens.filter((one) => isWanted(one.name, look))) {
    await using inbox = await startInbox();
    await using page = await open(look);
    await take(page, shotName(name, look.size, look.scheme), async () => {
      await page.goto(inbox.setUpUrl);
      await before(page);
    });
  }
}

/** In an inbox whose buttons lead somewhere. */
async function takeNotification(look: Look): Promise<void> {
  if (!isWanted(NOTIFICATION, look)) return;
  const ways = { ntfyUrl: ntfy.url.href, publicUrl: 'https://inbox.example.com' };
  await using inbox = await startInbox(ways);
  await using page = await open(look);
  const published = () =>
    new Promise<Published>((resolve) => {
      onPublished = (one) => one.actions && resolve(one);
    });
  await take(page, shotName(NOTIFICATION, look.size, look.scheme), () =>
    showNotification(page, inbox, published),
  );
}

type LogIn = { url: string; email: string; password: string };

async function takeIn<Filled extends LogIn>(
  all: Screen<Filled>[],
  fill: (inbox: Started) => Promise<Filled>,
  ways: object = { ntfyUrl: ntfy.url.href },
): Promise<void> {
  if (!looks.some((look) => all.some(({ name }) => isWanted(name, look)))) return;
  await using inbox = await startInbox(ways);
  const filled = await fill(inbox);
  for (const look of looks) {
    await using page = await open(look, inbox.url);
    const chosen = all.filter(({ name }) => isWanted(name, look));
    for (const screen of chosen.toSorted(
      (one, other) => Number(other.outside ?? false) - Number(one.outside ?? false),
    )) {
      await take(page, shotName(screen.name, look.size, look.scheme), async () => {
        // Another screen may have changed what the page is answered.
        await page.unrouteAll();
        if (!screen.outside) await logIn(page, filled);
        await page.goto(screen.path(filled));
        await page.waitForLoadState('networkidle');
        await screen.before?.(page, filled);
      });
    }
  }
}

type Started = Awaited<ReturnType<typeof startInbox>>;

async function startInbox(ways: object = {}) {
  const data = await mkdtemp(join(tmpdir(), 'inbox-screens-'));
  const flags = {
    data,
    port: '0',
    rateLimit: 'off',
    webhookAllow: '127.0.0.1',
    ...ways,
  };
  const read = readSettings(flags, {});
  const server = await startServer(configOf(read), silentLog(), read);
  return {
    data,
    url: server.url,
    setUpUrl: server.setUpUrl ?? '',
    token: findRun(data)?.token ?? '',
    [Symbol.asyncDispose]: async () => {
      await server.stop();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** A page with cookies of its own, which know no ports. Closes with its context. */
async function open({ options, scheme }: Look, baseURL?: string) {
  const context = await browser.newContext({
    ...options,
    colorScheme: scheme,
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...(baseURL !== undefined && { baseURL }),
  });
  const page = await context.newPage();
  if (textSize !== undefined) await page.addInitScript(useTextSize, Number(textSize));
  return Object.assign(page, { [Symbol.asyncDispose]: () => context.close() });
}

/** A screen that can't be reached is a fault like any other, and the rest are taken. */
async function take(page: Page, name: string, reach: () => Promise<void>): Promise<void> {
  try {
    await reach();
  } catch (error) {
    faults.push(`${name}: ${error}`);
    return;
  }
  const mask = [page.locator('.is-secret')];
  await page.screenshot({ path: join(folder, `${name}.png`), mask, maskColor: '#808080' });
  // An element that lies half behind the choices looks smaller than it is.
  await page.evaluate(() => document.querySelector('.question-scroll')?.scrollTo(0, 1e6));
  const found = [...(await layoutFaults(page)), ...(await axeFaults(page))];
  if (await page.evaluate(unfold)) {
    found.push(...(await layoutFaults(page)), ...(await axeFaults(page)));
  }
  faults.push(...new Set(found.map((fault) => `${name}: ${fault}`)));
}

async function logIn(page: Page, { email, password }: LogIn): Promise<void> {
  const cookies = await page.context().cookies();
  if (cookies.some(({ name }) => name === 'inbox_session')) return;
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor({ state: 'attached' });
}

/** Opens all that is folded; says whether anything was. Runs in the page. */
function unfold(): boolean {
  const folded = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
  for (const one of folded) one.open = true;
  return folded.length > 0;
}

/** Runs in the page. */
function useTextSize(textSize: number): void {
  localStorage.setItem('inbox-appearance', JSON.stringify({ textSize }));
}
