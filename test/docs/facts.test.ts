/** Names of screens, versions and figures on the pages are those of the code. */
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Glob } from 'bun';
import { versions } from '../../scripts/clients/installed.ts';
import { SESSION_MS } from '../../src/core/access/sessions.ts';
import { MOST_CRITICAL_PER_HOUR, USUAL_CRITICAL_PER_HOUR } from '../../src/core/channels/schema.ts';
import { DEFAULT_MAX_FILE_SIZE } from '../../src/core/files/schema.ts';
import { MOST_ISSUES } from '../../src/core/issues.ts';
import { MOST_NODES } from '../../src/core/json-schema/nodes.ts';
import { MOST_STEPS } from '../../src/core/json-schema/steps.ts';
import { LARGEST_LISTED_ANSWER, LONGEST_LISTED_TEXT } from '../../src/core/messages/cut.ts';
import { HIGH_SENT_SINGLY } from '../../src/core/notify/plan.ts';
import { GATHERS_MS } from '../../src/core/notify/together.ts';
import { LARGEST_PAGE } from '../../src/core/pages.ts';
import { LONGEST_HELD_WAIT_MS } from '../../src/core/reviews/holding.ts';
import { LONGEST_REASON } from '../../src/core/reviews/schema.ts';
import { sections } from '../../src/dashboard/settings/sections.ts';
import { LARGEST_BACKLOG, LARGEST_BACKLOGS } from '../../src/realtime/limits.ts';
import { root } from '../support/docs/blocks.ts';
import { sentencesIn } from '../support/words/sentences.ts';

const read = (path: string) => Bun.file(join(root, path)).text();
const pages = [...new Glob('docs/*.md').scanSync(root), 'README.md'].sort();
/** The text of a page on one line, without code. */
const proseOf = async (page: string) =>
  (await read(page))
    .replaceAll(/^ *```[\s\S]*?^ *```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'CODE')
    .replaceAll(/\s+/g, ' ');

test('lists the sections of the settings by their names, and links to no other', async () => {
  const labels = sections.map(({ label }) => label);
  const [, table = ''] = (await read('docs/dashboard.md')).split('\n## Settings\n');
  const listed = [...table.matchAll(/^\| (?!Section|-)([^|]+) \|/gm)].map(([, name]) => name);
  expect(listed).toEqual(labels);
  for (const page of pages) {
    const named = (await proseOf(page)).matchAll(/(?<!System )Settings [→›] ([A-Z][^*.,)|]*)/g);
    for (const [, name = ''] of named) {
      const isKnown = labels.some((label) => name.startsWith(label));
      expect([page, name, isKnown]).toEqual([page, name, true]);
    }
  }
});

/** Names in Slack, browsers, systems and coding agents, and examples. */
const others =
  /^(Share|Add to Home Screen|Install [Aa]pp|Add subscription|Start|Create New App|From a manifest|Basic Information|App-Level Tokens|⋮|Copy member ID|System Settings|Energy|Battery|General|Login Items|Prevent automatic sleeping|Trust all and continue|Hooks need review|On Webhook Call|Dynamic Client Registration.*|3 more from this session|Always allow.*|Deploy|Roll back|Delete|Keep|Cancel|Yes|No|not run|question|ntfy|default ignorable|config\.json|claude@laptop: .*)$/;

test('names each button, field and line of the inbox as the inbox shows it', async () => {
  const shown = new Set<string>();
  const plain = (text: string) => text.trim().replace(/[…:.?!]+$/, '');
  for (const file of new Glob('src/**/*.{ts,tsx}').scanSync(root)) {
    const sentences = sentencesIn(file, await read(file));
    for (const { text } of sentences)
      for (const part of [text, ...text.split('…')]) shown.add(plain(part));
  }
  const all = [...shown].join('\n');
  for (const page of pages.filter((name) => !/glossary|architecture|benchmarks/.test(name))) {
    for (const [, name = ''] of (await proseOf(page)).matchAll(/(?<![*\w])\*([^*]+)\*(?![*\w])/g)) {
      for (const part of name
        .split(/ [→›] /)
        .map(plain)
        .filter((one) => !others.test(one))) {
        // A name in a longer sentence has to be a part of one.
        const isShown = part.split(', ').every((one) => shown.has(one)) || all.includes(part);
        const isExample = /^(Approved by|Ann chose|Answered automatically)/.test(part);
        expect([page, part, isShown || isExample]).toEqual([page, part, true]);
      }
    }
  }
});

test('names the versions of the coding agents that `bun run clients` runs', async () => {
  const names = {
    claude: 'Claude Code',
    codex: 'Codex',
    copilot: 'Copilot CLI',
    gemini: 'Gemini CLI',
    opencode: 'OpenCode',
  };
  for (const page of ['docs/connect.md', 'docs/mcp.md']) {
    const text = (await read(page)).replaceAll(/\s+/g, ' ');
    const [, ran = ''] = /`bun run clients[^`]*` runs (.*?)(?:in these|with what)/.exec(text) ?? [];
    for (const [client, name] of Object.entries(names)) {
      expect([page, ran]).toEqual([
        page,
        expect.stringContaining(`${name} ${versions[client as keyof typeof names]}`),
      ]);
    }
  }
});

test('sizes a machine by the figures of the benchmarks', async () => {
  const measured = (await read('docs/benchmarks.md')).split('\n');
  const rows = [...(await read('docs/sizing.md')).matchAll(/^\| .+ \| (.+) \| `(.+)` \|$/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [, figure = '', name = ''] of rows) {
    const known = measured.filter((row) => row.startsWith(`| \`${name}\``));
    const [number = ''] = figure.split(' a second');
    expect([name, number, known.some((row) => row.includes(number))]).toEqual([name, number, true]);
  }
});

const KIB = 1024;
const seconds = (ms: number) => ms / 1000;
const words = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
];
/** Sentences with a figure, in which the figure is that of the code. */
const figures: [page: string, sentence: string][] = [
  ['http', `\`limit\` is 1 to ${LARGEST_PAGE}`],
  ['http', `texts over ${LONGEST_LISTED_TEXT / KIB} KiB`],
  ['http', `answers over ${LARGEST_LISTED_ANSWER / KIB} KiB`],
  ['http', `lists up to ${MOST_ISSUES} violations`],
  ['http', `A session expires ${SESSION_MS / 86_400_000} days after its last use`],
  ['http', `after at most ${seconds(LONGEST_HELD_WAIT_MS)} seconds`],
  ['http', `at most ${LONGEST_REASON} characters. People see it as the agent's words`],
  ['http', `${DEFAULT_MAX_FILE_SIZE / KIB / KIB} MiB unless set`],
  ['http', `from 0 to ${MOST_CRITICAL_PER_HOUR}, with \`criticalPerHour\``],
  ['live', `| ${LARGEST_BACKLOG / KIB / KIB} MiB; then it is disconnected`],
  ['live', `| ${LARGEST_BACKLOGS / KIB / KIB} MiB; then the slowest`],
  [
    'notification-rules',
    `A channel has ${words[USUAL_CRITICAL_PER_HOUR]} critical questions an hour`,
  ],
  ['notification-rules', `counts the others, ${seconds(GATHERS_MS)} seconds later`],
  ['notification-rules', `from the ${words[HIGH_SENT_SINGLY + 1]}th on`],
  ['plugins', `| ${MOST_NODES.toLocaleString('en')} |`],
  ['plugins', `| ${MOST_STEPS.toLocaleString('en')}: three for each schema`],
];

test.each(figures)('docs/%s.md says: %s', async (page, sentence) => {
  expect((await read(`docs/${page}.md`)).replaceAll(/\s+/g, ' ')).toContain(sentence);
});
