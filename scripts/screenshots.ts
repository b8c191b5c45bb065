// Writes docs/screens: each page of the dashboard with demo data, light and dark, desk and phone.
// `bun run screenshots waiting` writes only the pages whose names contain a word.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { loadConfig } from '../src/config.ts';
import { silentLog } from '../src/log.ts';
import { findRun } from '../src/run-file.ts';
import { startServer } from '../src/server.ts';
import { bringChromium, chromiumFlags } from './chromium.ts';
import { type Demo, fillWithDemo } from './demo.ts';

type Screen = {
  name: string;
  path: (demo: Demo) => string;
  /** What a person does before the picture is taken. */
  before?: (page: Page, demo: Demo) => Promise<void>;
  /** Before anyone has logged in. */
  outside?: boolean;
};

/** Every page there is a picture of. */
const screens: Screen[] = [
  { name: 'log-in', path: () => '/login', outside: true },
  { name: 'device', path: ({ userCode }) => `/device?code=${userCode}` },
  { name: 'waiting', path: () => '/' },
  { name: 'question', path: ({ question }) => `/m/${question}` },
  { name: 'answered', path: () => '/answered' },
  { name: 'activity', path: () => '/activity' },
  { name: 'files', path: () => '/files' },
  { name: 'channel', path: ({ channels }) => `/c/${channels['deploy-bot']}` },
  { name: 'channels', path: () => '/channels' },
  { name: 'settings', path: () => '/settings' },
  {
    name: 'keys',
    path: () => '/',
    before: async (page) => {
      await page.locator('h1').waitFor();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'palette',
    path: () => '/',
    before: async (page) => {
      await page.locator('h1').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
    },
  },
];

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const folder = join(import.meta.dir, '../docs/screens');
const wanted = process.argv.slice(2);
const data = await mkdtemp(join(tmpdir(), 'inbox-screens-'));
const server = await startServer(
  loadConfig({ data, port: '0', rateLimit: 'off' }, {}),
  silentLog(),
);
const browser = await chromium.launch({
  executablePath: await bringChromium(),
  args: chromiumFlags,
});

try {
  await mkdir(folder, { recursive: true });
  const demo = await fillWithDemo(server.url, findRun(data)?.token ?? '');
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const scheme of ['light', 'dark'] as const) await takeAll(demo, size, viewport, scheme);
  }
} finally {
  await browser.close();
  await server.stop();
  await rm(data, { recursive: true, force: true });
}

type Size = (typeof sizes)[keyof typeof sizes];

async function takeAll(demo: Demo, size: string, viewport: Size, colorScheme: 'light' | 'dark') {
  const chosen = screens.filter(
    ({ name }) => wanted.length === 0 || wanted.some((one) => name.includes(one)),
  );
  const touch = { hasTouch: size === 'phone', isMobile: size === 'phone' };
  const options = {
    baseURL: server.url,
    viewport,
    colorScheme,
    reducedMotion: 'reduce',
    ...touch,
  } as const;
  const context = await browser.newContext(options);
  const page = await context.newPage();
  for (const screen of chosen.toSorted(
    (one, other) => Number(other.outside ?? false) - Number(one.outside ?? false),
  )) {
    if (!screen.outside) await logIn(page, demo);
    await page.goto(screen.path(demo));
    await page.waitForLoadState('networkidle');
    await screen.before?.(page, demo);
    await page.screenshot({ path: join(folder, `${screen.name}-${size}-${colorScheme}.png`) });
  }
  await context.close();
}

async function logIn(page: Page, { email, password }: Demo): Promise<void> {
  const cookies = await page.context().cookies();
  if (cookies.some(({ name }) => name === 'inbox_session')) return;
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('navigation').first().waitFor({ state: 'attached' });
}
