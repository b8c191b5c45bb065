// Writes docs/screens: each page of the dashboard with demo data, light and dark, desk and phone.
// `bun run screenshots waiting` writes only the pages whose names contain a word.
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { io } from 'socket.io-client';
import { loadConfig } from '../src/config.ts';
import { silentLog } from '../src/log.ts';
import { findRun } from '../src/run-file.ts';
import { startServer } from '../src/server.ts';
import { startChromium } from './chromium.ts';
import { type Demo, fillWithDemo } from './demo/demo.ts';

type Screen = {
  name: string;
  path: (demo: Demo) => string;
  /** What a person does before the picture is taken. */
  before?: (page: Page, demo: Demo) => Promise<void>;
  /** Before anyone has logged in. */
  outside?: boolean;
};

const kinds = [
  ...(['approval', 'form', 'selection', 'many', 'text', 'freeform'] as const),
  ...(['rating', 'diff', 'settled'] as const),
];

/** What a person has done so far with a question. */
const prepare: Partial<Record<(typeof kinds)[number], (page: Page) => Promise<void>>> = {
  form: async (page) => {
    await page.getByRole('textbox', { name: 'Amount' }).fill('1340');
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('Duplicate charge');
    await page.getByLabel('Write to the customer').check();
  },
  many: (page) => page.getByText('WiscKey').click(),
  rating: (page) => page.locator('.review-step', { hasText: '4' }).hover(),
};

/** Every page there is a picture of. */
const screens: Screen[] = [
  { name: 'log-in', path: () => '/login', outside: true },
  { name: 'device', path: ({ userCode }) => `/device?code=${userCode}` },
  { name: 'waiting', path: () => '/' },
  ...kinds.map((kind) => ({
    name: `question-${kind}`,
    path: ({ questions }: Demo) => `/m/${questions[kind]}`,
    before: async (page: Page) => {
      await page.locator('.review-card').waitFor();
      await prepare[kind]?.(page);
    },
  })),
  {
    name: 'sign-in',
    path: () => '/',
    before: async (page, demo) => {
      await page.locator('.inbox-row').first().waitFor();
      await startSignIns(demo);
      await page.getByText('asks for access').last().waitFor({ state: 'attached' });
    },
  },
  { name: 'answered', path: () => '/answered' },
  { name: 'activity', path: () => '/activity' },
  {
    name: 'activity-delivery',
    path: () => '/activity',
    before: async (page) => {
      await page.locator('.foldout-line').first().click();
    },
  },
  { name: 'files', path: () => '/files' },
  { name: 'channel', path: ({ channels }) => `/c/${channels['deploy-bot']}` },
  {
    name: 'channel-search',
    path: ({ channels }) => `/c/${channels['deploy-bot']}`,
    before: async (page) => {
      await page.getByRole('button', { name: 'Search', exact: true }).click();
      await page.getByRole('searchbox').fill('staging');
      await page.locator('mark').first().waitFor();
    },
  },
  {
    name: 'composer',
    path: ({ channels }) => `/c/${channels.research}`,
    before: async (page) => {
      await page.setInputFiles('input[type="file"]', [
        { name: 'trace.txt', mimeType: 'text/plain', buffer: Buffer.from('p95 181 ms') },
      ]);
      await page.getByLabel('Remove trace.txt').waitFor();
      await page.getByLabel('Write to').fill('Please read `trace.txt` too.\n\nIt is **short**.');
    },
  },
  { name: 'no-channel', path: () => '/c/gone' },
  { name: 'channels', path: () => '/channels' },
  { name: 'settings', path: () => '/settings' },
  { name: 'settings-keys', path: () => '/settings/keys' },
  { name: 'settings-new-key', path: () => '/settings/keys/new' },
  {
    name: 'settings-key-made',
    path: () => '/settings/keys/new',
    before: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('release-train on ci-2');
      await page.getByRole('button', { name: 'Make the key' }).click();
      await page.getByRole('button', { name: 'I have kept it' }).waitFor();
    },
  },
  { name: 'settings-channels', path: () => '/settings/channels' },
  {
    name: 'settings-channel',
    path: ({ channels }) => `/settings/channels/${channels['deploy-bot']}`,
  },
  {
    name: 'settings-webhook-test',
    path: ({ channels }) => `/settings/channels/${channels['deploy-bot']}`,
    before: async (page) => {
      await page.getByRole('button', { name: 'Send a test' }).click();
      await page.locator('.webhook-outcome').first().waitFor();
      await page.getByRole('heading', { name: 'Webhook' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'settings-people', path: () => '/settings/people' },
  { name: 'settings-person', path: () => '/settings/people/new' },
  { name: 'settings-tokens', path: () => '/settings/tokens' },
  { name: 'settings-plugins', path: () => '/settings/plugins' },
  { name: 'settings-appearance', path: () => '/settings/appearance' },
  { name: 'settings-about', path: () => '/settings/about' },
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
  loadConfig({ data, port: '0', rateLimit: 'off', webhookAllow: '127.0.0.1' }, {}),
  silentLog(),
);
/** Takes what is delivered, and every third time does not. */
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

try {
  await mkdir(folder, { recursive: true });
  const demo = await fillWithDemo(server.url, findRun(data)?.token ?? '', receiver.url.href);
  for (const [size, viewport] of Object.entries(sizes)) {
    for (const scheme of ['light', 'dark'] as const) await takeAll(demo, size, viewport, scheme);
  }
} finally {
  await browser.close();
  await server.stop();
  await receiver.stop(true);
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
    locale: 'en-GB',
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

/** An agent asks for access in both ways there are. */
async function startSignIns({ channels, agentToken }: Demo): Promise<void> {
  const socket = io(server.url, { auth: { apiKey: agentToken }, transports: ['websocket'] });
  const deviceCode = {
    verificationUri: 'https://github.com/login/device',
    userCode: 'WDJB-MJHT',
    expiresIn: 900,
  };
  const flows = [
    { state: 'one', provider: 'GitHub', deviceCode },
    { state: 'two', provider: 'Google', authUrl: 'https://accounts.google.com/o/oauth2/auth' },
  ];
  for (const flow of flows) {
    await socket.emitWithAck('oauth:start', { channelId: channels['deploy-bot'], ...flow });
  }
  socket.disconnect();
}
