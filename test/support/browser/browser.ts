/** A real browser before a real server. What a page must never do is a failure of every test. */
import { expect } from 'bun:test';
import type axe from 'axe-core';
import type { BrowserContext, Page, ViewportSize } from 'playwright-core';
import { startChromium, startShell } from '../../../scripts/chromium.ts';
import { axeFaults } from '../../../scripts/screens/access.ts';
import { findShell } from '../../../scripts/tools.ts';
import { configOf, type Flags, readSettings } from '../../../src/config.ts';
import { variableOf } from '../../../src/core/about/schema.ts';
import { startServer } from '../../../src/server.ts';
import { emptyDirectory } from '../inbox/empty.ts';
import { recordingLog } from '../inbox/log.ts';
import { removeDirectory } from '../machine/directory.ts';
import { atEnd } from '../machine/end.ts';
import { isFree } from '../machine/free-port.ts';
import { isSlow } from '../machine/sized.ts';
import { callersOf } from '../server/server.ts';
import { watchFrames } from './frames.ts';
import { beLate } from './late.ts';
import { type Options, pagesOf } from './pages.ts';

export type TestBrowser = Awaited<ReturnType<typeof testBrowser>>;

export const desk = { width: 1440, height: 900 };
export const phone = { width: 390, height: 844 };
export const owner = { name: 'Ana', email: 'ana@example.com', password: 'correct horse' };

type Started = Promise<ReturnType<typeof pagesOf>>;

/** The browsers' pages for the tests of a file, or of all where they share what they import. */
const started = { shell: null as Started | null, whole: null as Started | null };

/** Only a browser with windows shows notifications. */
const needsWindows = ({ withWindows, serviceWorkers, permissions }: Options): boolean =>
  withWindows === true || serviceWorkers === 'allow' || permissions !== undefined;

function pagesFor(options: Options): Started {
  const kind = findShell() === null || needsWindows(options) ? 'whole' : 'shell';
  started[kind] ??= startOnce(kind);
  return started[kind];
}

/** A page of a test lives for seconds: to optimise its code takes longer than that saves. */
const WITHOUT_OPTIMISATION = '--js-flags=--no-maglev --no-turbofan';

async function startOnce(kind: keyof typeof started) {
  const start = kind === 'shell' ? startShell : startChromium;
  const browser = await start([WITHOUT_OPTIMISATION]).catch((error) => {
    started[kind] = null;
    throw error;
  });
  // After a crash the next file gets a new browser.
  browser.on('disconnected', () => {
    started[kind] = null;
  });
  const end = async () => {
    await browser.close();
  };
  // It ends with its process, and its directory with that of all tests.
  if (!process.env.INBOX_TEST_SHARED) atEnd(end);
  return pagesOf(browser, prepare);
}

/** One after another the servers of a process have the same: the browser keeps what it has compiled. */
const PORT = 20_000 + (process.pid % 10_000);

/** `withUndo`: answers can be undone, for as long as by default in a new browser. */
type Shown = Options & { viewport?: ViewportSize; withUndo?: boolean };
/** `on`: a page that was prepared already. */
type ShownTo = Shown & { on?: Page };
type Served = Awaited<ReturnType<typeof serve>>;

/** A server in this process, and its callers. Its settings come from an environment, as most do. */
async function serve(flags: Flags, prepareData: (data: string) => void) {
  const data = await emptyDirectory();
  prepareData(data);
  const settings = Object.entries({ rateLimit: 'off', ...flags });
  const env = Object.fromEntries(settings.map(([name, value]) => [variableOf(name), `${value}`]));
  const read = readSettings({ data, port: isFree(PORT) ? `${PORT}` : '0' }, env);
  const { log, lines } = recordingLog('error');
  const server = await startServer(configOf(read), log, read);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= server.stop());
  return {
    ...(await callersOf(server.url, data)),
    setUpUrl: server.setUpUrl ?? '',
    stop,
    /** Its logged errors, a line each. */
    errors: () => lines.map((line) => JSON.stringify(line)),
    async [Symbol.asyncDispose]() {
      await stop();
      removeDirectory(data);
    },
  };
}

/** Pages of a server on which nobody has a password yet; `logIn` sets the owner up first. */
export async function testBrowser(flags: Flags = {}, prepareData = (_data: string) => {}) {
  const [server] = await Promise.all([serve(flags, prepareData), pagesFor({})]);
  const lent: { page: Page; pages: Awaited<Started> }[] = [];
  const faults: string[] = [];
  let session: ReturnType<typeof setUp> | undefined;

  async function page({ viewport = desk, withUndo, ...options }: Shown = {}): Promise<Page> {
    const pages = await pagesFor(options);
    const opened = await pages.lend(server.url, viewport, options);
    if (!withUndo) await opened.context().addInitScript(sendAtOnce, WITHOUT_UNDO);
    lent.push({ page: opened, pages });
    watch(opened, server.url, faults);
    return opened;
  }

  return {
    server,
    page,
    /** A page that is logged in as the owner, at a path. */
    async logIn(path = '/', { on, ...options }: ShownTo = {}): Promise<Page> {
      const opened = on ?? (await page(options));
      session ??= setUp(server);
      await opened.context().addCookies([await session]);
      await opened.goto(path);
      return opened;
    },
    /** Forbidden acts of pages: errors, policy violations, requests to other hosts. */
    faults,
    async [Symbol.asyncDispose]() {
      const empty = `${server.url}/health`;
      await Promise.all(lent.map(({ page: one, pages }) => pages.giveBack(one, empty)));
      await server[Symbol.asyncDispose]();
      expect([...faults, ...server.errors()]).toEqual([]);
    },
  };
}

/** Makes the owner by the one-time link: the cookie of the session that this begins. */
async function setUp({ url, setUpUrl, as }: Served) {
  const [, token] = setUpUrl.split('#token=');
  const { headers } = await as.nobody.post('/auth/setup', { ...owner, token });
  const [, name = '', value = ''] = /^(\w+)=(\w+)/.exec(headers.get('set-cookie') ?? '') ?? [];
  return { name, value, url, httpOnly: true, sameSite: 'Lax' } as const;
}

/** INBOX_LATE_MS makes the pages of all tests late, to find what hopes that an answer is quick. */
async function prepare(context: BrowserContext): Promise<void> {
  await context.addInitScript(reportViolations);
  const lateMs = Number(process.env.INBOX_LATE_MS ?? 0);
  if (lateMs > 0) await context.addInitScript(beLate, lateMs);
}

/** Answers are sent immediately, so that tests of other features don't wait. */
const WITHOUT_UNDO = JSON.stringify({ undoSeconds: 0 });

function sendAtOnce(appearance: string) {
  try {
    localStorage.setItem(
      'inbox-appearance',
      localStorage.getItem('inbox-appearance') ?? appearance,
    );
  } catch {
    // No page of the inbox.
  }
}

function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`POLICY ${violatedDirective} ${blockedURI}`),
  );
}

/** Answers of the API with 4xx are shown by the browser as errors too, and are none of the page's. */
const expected = /Failed to load resource|WebSocket connection|ERR_INTERNET_DISCONNECTED/;

function watch(page: Page, url: string, faults: string[]): void {
  const { host } = new URL(url);
  watchFrames(page);
  page.on('pageerror', (error) => faults.push(`threw ${error.message}`));
  page.on('console', (line) => {
    if (line.type() === 'error' && !expected.test(line.text())) faults.push(line.text());
  });
  page.on('request', (request) => {
    const to = new URL(request.url());
    if (/^(https?|wss?):$/.test(to.protocol) && to.host !== host) faults.push(`asked ${to.host}`);
  });
}

/** Resolves once a page has its heading, and nothing in it is loading. */
export async function isComplete(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.skeleton'));
}

/** Opens a path as a link does, without loading all of the page again. */
export const openPath = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path);

/** Opens the palette and types into it. */
export async function search(page: Page, words: string): Promise<void> {
  // Shortcuts work once the page has its frame.
  await page.locator('main#main').waitFor();
  await page.keyboard.press('Control+k');
  await page.locator('input[placeholder^="Search or go to…"]:focus').waitFor();
  await page.keyboard.type(words);
}

type Scheme = 'light' | 'dark';

/**
 * The schemes in which a page that is looked at in two sizes is looked at in each: light on a desk and dark on a
 * phone, or with INBOX_TEST_SLOW both.
 */
export const schemesAt = ({ width }: ViewportSize): Scheme[] => {
  if (isSlow) return ['light', 'dark'];
  return width < 760 ? ['dark'] : ['light'];
};

/** The findings of axe that are moderate or worse on a page or in a part of it, light and dark, a line each. */
export async function accessFaults(
  page: Page,
  part = 'html',
  schemes: Scheme[] = ['light', 'dark'],
): Promise<string[]> {
  const found: string[] = [];
  for (const [at, scheme] of schemes.entries()) {
    await inScheme(page, scheme);
    // All else is the same in other colours.
    const faults = await axeFaults(page, part, at > 0 ? ofColours : undefined);
    found.push(...faults.map((fault) => `${scheme}: ${fault}`));
  }
  return found;
}

const ofColours: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

async function inScheme(page: Page, colorScheme: Scheme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor();
}
