/** Every page that has a screenshot. */
import type { Page } from 'playwright-core';
import { io } from 'socket.io-client';
import { documentedKinds, wayOf } from '../../src/ways/ways.ts';
import type { Demo } from '../demo/demo.ts';
import type { Long } from '../demo/long.ts';

export type Screen<Filled = Demo> = {
  name: string;
  path: (filled: Filled) => string;
  /** The person's actions before the screenshot. */
  before?: (page: Page, filled: Filled) => Promise<void>;
  /** Before anyone has logged in. */
  outside?: boolean;
};

/** A step of the setup, in an inbox of its own that has no owner yet. */
export type SetUpScreen = { name: string; before: (page: Page) => Promise<void> };

async function beOwner(page: Page): Promise<void> {
  await page.getByLabel('Your name').fill('Ana');
  await page.getByLabel('E-mail').fill('ana@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Your first agent' }).waitFor();
}

async function makeAgent(page: Page): Promise<void> {
  await beOwner(page);
  await page.getByRole('button', { name: 'Create channel and key' }).click();
  await page.getByText("You won't see this key again").waitFor();
}

export const setUpScreens: SetUpScreen[] = [
  { name: 'set-up', before: (page) => page.getByLabel('Your name').waitFor() },
  { name: 'set-up-agent', before: beOwner },
  { name: 'set-up-question', before: makeAgent },
  {
    name: 'set-up-reloaded',
    before: async (page) => {
      await makeAgent(page);
      await page.reload();
      await page.getByRole('heading', { name: 'Send your first question' }).waitFor();
    },
  },
];

const kinds = [
  'approval',
  'form',
  'selection',
  'many',
  'text',
  'freeform',
  'permission',
  'plan',
  'allowed',
  'unallowed',
  'questions',
  'told',
  'untold',
  'rating',
  'diff',
  'settled',
] as const;

/** The steps that a person has taken with a question. */
const prepare: Partial<Record<(typeof kinds)[number], (page: Page) => Promise<void>>> = {
  form: async (page) => {
    await page.getByRole('textbox', { name: 'Amount' }).fill('1340');
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('Duplicate charge');
    await page.getByLabel('Write to the customer').check();
  },
  questions: async (page) => {
    await page.getByText('At night').click();
    await page.getByText('Unit tests').click();
  },
  many: (page) => page.getByText('WiscKey').click(),
  rating: (page) => page.locator('.review-step', { hasText: '4' }).hover(),
};

/** A dialog that buttons of a page open, one after the other. */
const dialog = (name: string, path: Screen['path'], ...buttons: (string | RegExp)[]): Screen => ({
  name: `dialog-${name}`,
  path,
  before: async (page) => {
    for (const button of buttons) {
      await page.getByRole('button', { name: button, exact: typeof button === 'string' }).click();
    }
    await page.getByRole('dialog').waitFor();
  },
});

const settings = (path: string) => () => `/settings/${path}`;
const settingsOf =
  (agent: keyof Demo['channels']) =>
  ({ channels }: Demo) =>
    `/settings/channels/${channels[agent]}`;

const dialogs: Screen[] = [
  dialog('channel', settings('channels/new')),
  dialog('channel-delete', settingsOf('deploy-bot'), 'Delete channel…'),
  dialog('webhook-remove', settingsOf('deploy-bot'), 'Remove…'),
  dialog('secret-rotate', settingsOf('deploy-bot'), 'Rotate…'),
  dialog('key-rotate', settings('keys'), 'Rotate billing-agent'),
  dialog('key-revoke', settings('keys'), 'Revoke billing-agent'),
  dialog('machine-end', settings('agents'), 'End Claude Code on build-7'),
  dialog('token', settings('tokens/new')),
  dialog('token-revoke', settings('tokens'), 'Revoke laptop'),
  dialog('person-edit', settings('people'), 'Edit Bo Lindqvist'),
  dialog('person-remove', settings('people'), 'Edit Bo Lindqvist', 'Remove…'),
  dialog('contact-remove', ({ contact }) => `/settings/notifications/${contact}`, 'Remove…'),
  dialog('public-url', settings('notifications'), /^(Set|Change) the public URL/),
  dialog('file', () => '/files', /^commits\.png/),
  dialog('sessions-end', settings('sessions'), 'End all others'),
  {
    name: 'dialog-bulk',
    path: () => '/',
    before: async (page) => {
      await page.getByRole('button', { name: 'Select questions' }).click();
      await page.getByRole('checkbox', { name: 'Select Which papers' }).check();
      await page.getByRole('checkbox', { name: 'Select What should we tell' }).check();
      await page.getByRole('button', { name: 'Dismiss…' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'dialog-log-out',
    path: ({ channels }) => `/c/${channels['nightly-etl']}`,
    before: async (page) => {
      await page.getByLabel('Write to').fill('Load it once more.');
      await page.evaluate(() => history.pushState(null, '', '/settings'));
      await page.getByRole('button', { name: 'Log out' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
];

/** In the order of the screenshots. */
export const screens: Screen[] = [
  { name: 'log-in', path: () => '/login', outside: true },
  { name: 'decide', path: ({ links }) => `/decide#${links.pending}`, outside: true },
  { name: 'decide-ended', path: ({ links }) => `/decide#${links.ended}`, outside: true },
  { name: 'decide-invalid', path: () => '/decide', outside: true },
  { name: 'device', path: () => '/device' },
  {
    name: 'device-decide',
    path: () => '/device',
    before: async (page, { userCode }) => {
      await page.getByLabel('Code shown on the device').fill(userCode);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('button', { name: 'Approve' }).waitFor();
    },
  },
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
    name: 'question-editing',
    path: ({ questions }) => `/m/${questions.permission}`,
    before: async (page) => {
      await page.getByRole('button', { name: 'Edit the input' }).click();
      await page
        .getByLabel('command')
        .fill('rm -rf build/cache/css\nnpm run build -- --mode production');
    },
  },
  {
    name: 'notices',
    path: ({ questions }) => `/m/${questions.approval}`,
    before: async (page) => {
      await page.locator('.reach-line').click();
      await page.locator('.notices').waitFor();
    },
  },
  {
    name: 'sign-in',
    path: () => '/',
    before: async (page, demo) => {
      await page.locator('.inbox-row').first().waitFor();
      await startSignIns(demo);
      await page.getByText('is asking for access').last().waitFor({ state: 'attached' });
    },
  },
  { name: 'answered', path: () => '/answered' },
  { name: 'answered-filtered', path: () => '/answered?verdict=approved&search=deploy' },
  {
    name: 'answered-opened',
    path: () => '/answered',
    before: async (page) => {
      await page.locator('.answered-title').first().click();
      await page.locator('.record summary').click();
    },
  },
  {
    name: 'answered-drop',
    path: () => '/answered',
    before: async (page) => {
      const filters = page.getByRole('button', { name: 'Filters' });
      if (await filters.isVisible()) await filters.click();
      await page.getByRole('button', { name: 'When' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'answered-none', path: () => '/answered?search=nothing+like+this' },
  { name: 'activity', path: () => '/activity' },
  { name: 'activity-agents', path: () => '/activity/agents' },
  { name: 'activity-deliveries', path: () => '/activity/deliveries' },
  {
    name: 'activity-delivery',
    path: () => '/activity/deliveries',
    before: async (page) => {
      await page.locator('.foldout-line').first().click();
    },
  },
  { name: 'audit', path: () => '/activity/audit' },
  {
    name: 'audit-entry',
    path: () => '/activity/audit',
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
      await page.getByText('2 messages').waitFor();
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
  { name: 'no-page', path: () => '/nothing/here' },
  { name: 'channels', path: () => '/channels' },
  { name: 'settings', path: () => '/settings' },
  { name: 'settings-keys', path: () => '/settings/keys' },
  { name: 'settings-new-key', path: () => '/settings/keys/new' },
  {
    name: 'settings-key-made',
    path: () => '/settings/keys/new',
    before: async (page) => {
      await page.getByRole('textbox', { name: 'Name' }).fill('release-train on ci-2');
      await page.getByRole('button', { name: 'Create key' }).click();
      await page.getByRole('button', { name: 'Done' }).waitFor();
    },
  },
  {
    name: 'settings-agents',
    path: () => '/settings/agents',
    before: (page) => page.getByText('not understood').click(),
  },
  { name: 'settings-agents-new', path: () => '/settings/agents/new' },
  {
    name: 'settings-agents-code',
    path: () => '/settings/agents/new',
    before: async (page) => {
      await page.getByRole('button', { name: 'Create a code' }).click();
      await page.getByText('Works once').waitFor();
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
      await page.getByRole('button', { name: 'Send test event' }).click();
      await page.locator('.webhook-outcome').first().waitFor();
      await page.getByRole('heading', { name: 'Webhook' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-escalation',
    path: ({ channels }) => `/settings/channels/${channels['deploy-bot']}`,
    before: async (page) => {
      await page.getByRole('button', { name: 'Add step' }).click();
      await page.getByRole('heading', { name: 'Escalation' }).scrollIntoViewIfNeeded();
      await page.getByRole('button', { name: 'Save escalation' }).click();
      await page.getByText('Choose at least one person').waitFor();
    },
  },
  { name: 'settings-notifications', path: () => '/settings/notifications' },
  {
    name: 'settings-notifications-attention',
    path: () => '/settings/notifications',
    before: async (page) => {
      await page.getByLabel('Remind me').scrollIntoViewIfNeeded();
    },
  },
  { name: 'settings-notifications-new', path: () => '/settings/notifications/new' },
  {
    name: 'settings-notifications-edit',
    path: ({ contact }) => `/settings/notifications/${contact}`,
    before: async (page) => {
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'settings-notifications-test',
    path: () => '/settings/notifications',
    before: async (page) => {
      await page.getByRole('button', { name: 'Test Kitchen display' }).click();
      await page.getByRole('button', { name: 'Send again' }).waitFor();
    },
  },
  {
    name: 'settings-notifications-refused',
    path: () => '/settings/notifications',
    before: async (page) => {
      await page.getByRole('button', { name: 'Test Tablet' }).click();
      await page.getByText('Access was denied').waitFor();
    },
  },
  {
    name: 'settings-notifications-public-url',
    path: () => '/settings/notifications',
    before: async (page) => {
      await page.locator('#public-url').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-notifications-subscribe',
    path: () => '/settings/notifications/new',
    before: async (page) => {
      await answerAddedContact(page, {});
      await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click();
      await page.getByRole('button', { name: 'Make another topic' }).waitFor();
    },
  },
  {
    name: 'settings-notifications-verify',
    path: () => '/settings/notifications/new',
    before: async (page) => {
      await answerAddedContact(page, { name: 'E-mail', kind: 'email', address: 'a…@example.com' });
      await page.getByRole('dialog').getByRole('button', { name: 'Add contact' }).click();
      await page.getByRole('button', { name: 'Send another code' }).waitFor();
    },
  },
  {
    name: 'settings-notifications-pair',
    path: () => '/settings/notifications/new-telegram',
    before: async (page) => {
      await showTelegramOn(page);
      const url = 'https://t.me/acme_inbox_bot?start=example';
      const expiresAt = new Date(Date.now() + 15 * 60_000).toISOString();
      const json = { id: 'pairing', url, expiresAt, contactId: null };
      await page.route(/\/contacts\/telegram/, (route) => route.fulfill({ json }));
      await page.getByRole('button', { name: 'Get the link' }).click();
      await page.getByText('Press Start in Telegram').waitFor();
    },
  },
  {
    name: 'settings-notifications-phone',
    path: () => '/settings/notifications',
    before: async (page) => {
      await changeAnswer(page, /\/public-url$/, { publicUrl: 'https://inbox.example.com' });
      await page.reload();
      await page.getByRole('heading', { name: 'Contacts' }).waitFor();
      const setUp = page.getByRole('button', { name: 'Set up a phone' });
      // A phone sets itself up.
      if (await setUp.isVisible()) await setUp.click();
    },
  },
  {
    name: 'settings-notifications-reviewer',
    path: () => '/settings/notifications',
    before: async (page) => {
      await beReviewer(page);
      await page.getByText('An owner sets them').waitFor({ state: 'attached' });
    },
  },
  {
    name: 'settings-notifications-reviewer-new',
    path: () => '/settings/notifications/new',
    before: async (page) => {
      await beReviewer(page);
      await page.getByText('can be turned on by an owner').waitFor();
    },
  },
  { name: 'settings-profile', path: () => '/settings/profile' },
  { name: 'settings-sessions', path: () => '/settings/sessions' },
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
  ...dialogs,
];

const questions = [
  'options',
  'alike',
  'hidden',
  'items',
  'fields',
  'rating',
  'arabic',
  'lowered',
  'retracted',
] as const;

/** In an inbox whose names and texts are long, many, alike or hidden. */
export const longScreens: Screen<Long>[] = [
  { name: 'long-waiting', path: () => '/' },
  ...questions.map((question) => ({
    name: `long-${question}`,
    path: (long: Long) => `/m/${long.questions[question]}`,
  })),
  { name: 'long-channel', path: ({ channels }) => `/c/${channels.unbroken}` },
  { name: 'long-channel-words', path: ({ channels }) => `/c/${channels.words}` },
  { name: 'long-channels', path: () => '/channels' },
  { name: 'long-files', path: () => '/files' },
  { name: 'long-activity', path: () => '/activity' },
  { name: 'long-agents', path: () => '/activity/agents' },
  { name: 'long-audit', path: () => '/activity/audit' },
  { name: 'long-settings', path: () => '/settings' },
  { name: 'long-settings-notifications', path: () => '/settings/notifications' },
  { name: 'long-settings-agents', path: () => '/settings/agents' },
  { name: 'long-settings-keys', path: () => '/settings/keys' },
  { name: 'long-settings-tokens', path: () => '/settings/tokens' },
  { name: 'long-settings-people', path: () => '/settings/people' },
  { name: 'long-settings-channels', path: () => '/settings/channels' },
  {
    name: 'long-settings-channel',
    path: ({ channels }) => `/settings/channels/${channels.unbroken}`,
  },
  { name: 'long-settings-profile', path: () => '/settings/profile' },
  {
    name: 'long-palette',
    path: () => '/',
    before: async (page) => {
      await page.locator('h1').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').waitFor();
      await page.keyboard.type('re');
    },
  },
];

/** In an inbox that was just set up. */
export const emptyScreens: Screen<{ url: string }>[] = [
  { name: 'empty-waiting', path: () => '/' },
  { name: 'empty-answered', path: () => '/answered' },
  { name: 'empty-activity', path: () => '/activity' },
  { name: 'empty-agents', path: () => '/activity/agents' },
  { name: 'empty-deliveries', path: () => '/activity/deliveries' },
  { name: 'empty-files', path: () => '/files' },
  { name: 'empty-channels', path: () => '/channels' },
  { name: 'empty-settings-notifications', path: () => '/settings/notifications' },
  {
    name: 'ways',
    path: () => '/settings/notifications',
    before: async (page) => {
      await showTelegramOn(page);
      await page.getByRole('heading', { name: 'Ways to notify people' }).waitFor();
      await page.locator('#ways').evaluate((block) => block.scrollIntoView());
    },
  },
  {
    name: 'empty-settings-notifications-add',
    path: () => '/settings/notifications/new',
    before: (page) => page.getByText('cannot notify anyone by a contact yet').waitFor(),
  },
  ...documentedKinds.map((kind) => ({
    name: `way-${wayOf(kind).label.toLowerCase()}`,
    path: () => '/settings/notifications',
    before: (page: Page) => openWay(page, wayOf(kind).label),
  })),
  {
    name: 'way-refused',
    path: () => '/settings/notifications',
    before: async (page) => {
      await openWay(page, 'E-mail');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Provider', { exact: true }).selectOption('Gmail');
      await dialog.getByLabel('Port', { exact: true }).fill('smtp');
      await dialog.getByLabel('Sender', { exact: true }).fill('inbox@example.com');
      await dialog.getByLabel('Your password').fill('correct horse');
      await dialog.getByRole('button', { name: 'Turn on', exact: true }).click();
      await dialog.getByText('Use a number').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'way-on',
    path: () => '/settings/notifications',
    before: async (page) => {
      await page.route(/\/ways\/telegram$/, (route) => route.fulfill({ json: telegramOn }));
      await openWay(page, 'Telegram');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Bot token', { exact: true }).fill('123456:ABC');
      await dialog.getByLabel('Your password').fill('correct horse');
      await dialog.getByRole('button', { name: 'Turn on', exact: true }).click();
      await dialog.getByText('Telegram is on').waitFor();
    },
  },
  {
    name: 'way-change',
    path: () => '/settings/notifications',
    before: async (page) => {
      await showTelegramOn(page);
      await openWay(page, 'Telegram');
      await page.getByRole('button', { name: 'Replace bot token' }).click();
      await page.getByText('If another bot sends').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'way-off',
    path: () => '/settings/notifications',
    before: async (page) => {
      await showTelegramOn(page);
      await page.getByRole('button', { name: 'Turn off Telegram' }).click();
      await page.getByText('until it is turned on again').waitFor();
    },
  },
  { name: 'empty-settings-agents', path: () => '/settings/agents' },
  { name: 'empty-settings-keys', path: () => '/settings/keys' },
  { name: 'empty-settings-tokens', path: () => '/settings/tokens' },
  { name: 'empty-settings-plugins', path: () => '/settings/plugins' },
  { name: 'empty-settings-channels', path: () => '/settings/channels' },
  {
    name: 'renewed',
    path: () => '/',
    before: async (page) => {
      await changeAnswer(page, /\/health$/, { renewed: true });
      await changeAnswer(page, /\/about$/, {
        renewed: { at: new Date().toISOString(), missing: 12 },
      });
      await page.reload();
      await page.getByText('not the one that ran last').waitFor();
    },
  },
];

const openWay = async (page: Page, label: string) => {
  const open = new RegExp(`^(Turn on|Change) ${label}$`);
  await page.locator('#ways').getByRole('button', { name: open }).click();
  await page.getByRole('dialog').waitFor();
};

const telegramOn = {
  way: { kind: 'telegram', works: true, host: 'api.telegram.org', from: 'database', settings: [] },
  trial: { result: 'ok', says: '@acme_inbox_bot answers', next: null },
};

/** With an earlier key of secrets for Slack. */
async function showTelegramOn(page: Page): Promise<void> {
  await page.route(/\/ways$/, async (route) => {
    const response = await route.fetch();
    const ways: { kind: string; settings: object[] }[] = await response.json();
    const changed = ways.map((way) => {
      const settings = way.settings.map((one) => ({ ...one, isSet: true }));
      const problem = 'Its secrets were sealed with another key: enter them again';
      if (way.kind === 'slack') return { ...way, from: 'database', problem };
      return way.kind === 'telegram' ? { ...way, ...telegramOn.way, settings } : way;
    });
    await route.fulfill({ response, json: changed });
  });
  await page.reload();
}

async function beReviewer(page: Page): Promise<void> {
  await changeAnswer(page, /\/auth\/session$/, { role: 'reviewer' });
  await page.reload();
}

/** Answers as if a contact was added, like one that is there, and its app had yet to subscribe. */
async function answerAddedContact(page: Page, change: object): Promise<void> {
  const [like] = await (await page.request.get('/api/v1/contacts')).json();
  const verifiedAt = 'kind' in change ? null : like.verifiedAt;
  const json = { ...like, name: 'Phone', id: 'added', confirmedAt: null, verifiedAt, ...change };
  await page.route(/\/contacts$/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 201, json }) : route.continue(),
  );
  const topic = 'inbox-00112233445566778899aabbccddeeff';
  const subscription = { server: 'https://ntfy.sh', topic, url: `ntfy://ntfy.sh/${topic}` };
  await page.route(/\/contacts\/added\/subscription$/, (route) =>
    route.fulfill({ json: subscription }),
  );
}

/** A picture needs nothing to happen for real. */
const changeAnswer = (page: Page, url: RegExp, change: object): Promise<unknown> =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...change } });
  });

/** An agent asks for access in both possible ways. */
async function startSignIns({ url, channels, agentToken }: Demo): Promise<void> {
  const socket = io(url, { auth: { apiKey: agentToken }, transports: ['websocket'] });
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
