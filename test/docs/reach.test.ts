/** Every command in the text of the pages on notifications works as printed; `blocks.test.ts` runs the blocks. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { variableOf } from '../../src/core/about/schema.ts';
import { manifest as slackManifest } from '../../src/ways/slack/form.ts';
import { contactKinds, wayOf, waySettings } from '../../src/ways/ways.ts';
import { testReceiver } from '../support/delivery/http-receiver.ts';
import { blocksIn, root } from '../support/docs/blocks.ts';
import { eventually } from '../support/reach/eventually.ts';
import { codeIn, testMailServer } from '../support/reach/mail-server.ts';
import { testNtfy } from '../support/reach/ntfy.ts';
import { APP_TOKEN, BOT_TOKEN as SLACK_TOKEN, testSlack } from '../support/reach/slack.ts';
import { BOT_TOKEN, testTelegram } from '../support/reach/telegram.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const PAGE = 'docs/reach.md';
const read = (path: string) => Bun.file(join(root, path)).text();
const page = (await Promise.all([PAGE, 'docs/notification-rules.md'].map(read))).join('\n');
/** Without the blocks. */
const text = page.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
const inText = [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) =>
  code.replaceAll(/\s+/g, ' '),
);
const commands = (program: string) => [
  ...new Set(inText.filter((code) => code.split(' ')[0] === program)),
];

async function served() {
  const [mail, apprise, ntfy] = [await testMailServer(), testReceiver(), testNtfy()];
  const [slack, telegram] = [testSlack(), testTelegram()];
  const terminal = testTerminal();
  const set = {
    INBOX_SMTP_URL: mail.url,
    INBOX_SMTP_FROM: 'inbox@example.com',
    INBOX_SLACK_APP_TOKEN: APP_TOKEN,
    INBOX_SLACK_BOT_TOKEN: SLACK_TOKEN,
    INBOX_SLACK_URL: slack.url,
    INBOX_APPRISE_URL: apprise.url,
    INBOX_NTFY_URL: ntfy.url,
    INBOX_TELEGRAM_TOKEN: BOT_TOKEN,
    INBOX_TELEGRAM_URL: telegram.url,
  };
  await terminal.serve(set);
  await terminal.channel();
  const user = ['user', 'add', 'rita@example.com', '-c', 'deploys', '--no-password'];
  await terminal.ok(...user);
  return {
    terminal,
    mail,
    telegram,
    set,
    async [Symbol.asyncDispose]() {
      await terminal[Symbol.asyncDispose]();
      for (const one of [mail, apprise, ntfy, slack, telegram]) await one[Symbol.asyncDispose]();
    },
  };
}

test('each command in the text does what the page says', async () => {
  await using here = await served();
  const { terminal, mail, telegram } = here;
  const ok = async (command: string) => {
    const words = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, bare]) => quoted ?? bare,
    );
    const [, ...args] = words.map((word) => word ?? '');
    const { code, stderr } = await terminal.run(args, { env: { INBOX_PORT: '0', ...here.set } });
    expect([command, code, stderr]).toEqual([command, 0, expect.any(String)]);
  };
  /** Commands that need more than to be run. */
  const special: Record<string, (command: string) => Promise<void>> = {
    'inbox ask': () => ok('inbox ask approve "Deploy?" -c deploys'),
    async 'inbox show ID --notices'() {
      const [question] = JSON.parse((await terminal.run(['list', '--json'])).stdout);
      await ok(`inbox show ${question.id} --notices`);
    },
    async 'inbox contact verify E-mail 123456'() {
      const [sent] = await mail.has(1);
      await ok(`inbox contact verify E-mail ${codeIn(sent)}`);
    },
    async 'inbox contact add --telegram'() {
      const adding = terminal.open(['contact', 'add', '--telegram']);
      const link = /\?start=([-_A-Za-z0-9]{32})/;
      const [, code] = await eventually(() => link.exec(adding.text().replaceAll('\n', '')));
      telegram.write(42, `/start ${code}`);
      expect(await adding.exited).toBe(0);
    },
  };
  const all = commands('inbox');
  expect(all.length).toBeGreaterThan(10);
  // Commands that ask, or add a contact, come first: others name a question or a contact.
  const isAdding = (command: string) => (/ (ask|contact add|ladder set)\b/.test(command) ? 0 : 1);
  for (const command of all.toSorted((a, b) => isAdding(a) - isAdding(b))) {
    await (special[command] ?? ok)(command);
  }
  // Printed with the words of the page, and so must be there.
  expect(Object.keys(special).filter((command) => !all.includes(command))).toEqual([]);
}, 120_000);

test('the commands of other programs are those that the dashboard shows', async () => {
  const shown = await Bun.file(
    join(root, 'src/dashboard/settings/notifications/ways-to-https.tsx'),
  ).text();
  const ways = [...shown.matchAll(/`((?:tailscale|caddy|cloudflared) [^`]*)`/g)].map(
    ([, way = '']) => way.replace(/\$\{port\}/, '4600'),
  );
  expect(ways).toHaveLength(3);
  const printed = ['tailscale', 'caddy', 'cloudflared'].flatMap(commands);
  expect(printed).toEqual(ways);
});

test('the manifest on the page is the one that the dashboard shows', async () => {
  const blocks = (await blocksIn(PAGE)).filter(({ language }) => language === 'json');
  expect(blocks.map(({ code }) => JSON.parse(code))).toEqual([slackManifest]);
});

test('the tables have every way, and how much fits by each', () => {
  const shown = contactKinds.map((kind) => {
    const { label, room } = wayOf(kind);
    const { most, lines, buttons = 'all' } = room;
    const text = most ? `${most.count.toLocaleString('en')} ${measures[most.of]}` : 'all';
    return [label, text + (lines ? ` in ${lines} lines` : ''), `${buttons || 'none'}`];
  });
  expect(rowsBelow('How much is shown').sort()).toEqual(shown.sort());
  expect(rowsBelow('Notifications')).toHaveLength(contactKinds.length);
});

const measures = { letters: 'characters', bytes: 'bytes', units: 'characters' };

/** The cells of the first table below a heading, but for its head. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = page.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const [table = ''] = /(?<=^\|-.*\n)(^\|.*\n)+/m.exec(section) ?? [];
  const rows = table.trimEnd().split('\n');
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test('the table of settings has every setting of every way, and the variable of each', () => {
  const [, section = ''] = page.split('\n## Settings\n');
  const rows = [...section.matchAll(/^\|[^|]*\| `(\w+)` \| \[`(\w+)`\]/gm)];
  const names = ['publicUrl', ...Object.keys(waySettings)];
  expect(rows.map(([, name, variable]) => [name, variable]).sort()).toEqual(
    names.map((name) => [name, variableOf(name)]).sort(),
  );
});

test('no other code in the text is a command', () => {
  const isCommand = (code: string) => /^[a-z]+ \S/.test(code);
  const known = ['inbox', 'tailscale', 'caddy', 'cloudflared'].flatMap(commands);
  expect(inText.filter((code) => isCommand(code) && !known.includes(code))).toEqual([]);
});
