/** Which of the house's rules the sources break. */
import { dirname } from 'node:path';
import { circles, type Import, importsOf, type Sources } from './imports.ts';

export type Rule = { files: string[]; packages: string[]; types?: string[] };

/** The part of the core that browsers and the terminal know: its words, not its doings. */
export const vocabulary = [
  'core/*/schema.ts',
  'core/access/device-schema.ts',
  'core/notify/pairing-schema.ts',
  'core/notify/decision-schema.ts',
  'core/events.ts',
  'core/errors.ts',
  'core/error-codes.ts',
  'core/ids.ts',
  'core/pages.ts',
  'core/json.ts',
  'core/letters.ts',
  'core/hosts.ts',
  'core/numbers.ts',
  'core/text.ts',
  'core/time.ts',
  'core/timers.ts',
  'core/durations.ts',
  'core/spans.ts',
  'core/sizes.ts',
  'core/issues.ts',
  'core/urls.ts',
  'core/json-schema.ts',
  'core/json-schema/*',
  'core/webhooks/payloads.ts',
  'core/webhooks/sign.ts',
  'core/audit/words.ts',
  'core/access/people.ts',
  'core/channels/names.ts',
  'core/events/lookup.ts',
  'core/events/shapes.ts',
  'core/messages/markdown.ts',
  'core/messages/plain.ts',
  'core/messages/source.ts',
  'core/messages/title.ts',
  'core/files/kinds.ts',
  'core/reviews/kinds.ts',
  'core/reviews/kinds/*',
  'core/reviews/answers.ts',
  'core/reviews/open.ts',
  'core/reviews/ended.ts',
  'core/notify/names.ts',
  'core/notify/words.ts',
  'ways/way.ts',
  'ways/ways.ts',
  'ways/webpush/schema.ts',
  'ways/webpush/pushed.ts',
  'agents/client.ts',
  'agents/clients.ts',
  'core/backups/directory.ts',
  'core/backups/due.ts',
  'core/backups/words.ts',
];
export const server = ['node:*', 'bun'];
/** The parts of a kind that both views read. */
const kindParts = [
  'kinds/*/words.ts',
  'kinds/*/schema.ts',
  'kinds/*/schema-form.ts',
  'kinds/*/diff.ts',
];
const view = ['react*', '@mantine/*', '@tanstack/react-query', 'wouter', 'virtua'];

/** The part of the storage that is the same for every engine. */
const anyEngine = 'storage/* but storage/sqlite/*';

/** The facts about each way to reach people. */
const wayWords = ['ways/way.ts', 'ways/ways.ts'];

/** The facts about each client, and what it asks by its hooks. */
const clientWords = ['agents/client.ts', 'agents/clients.ts'];
const clientHooks = ['agents/hook.ts', 'agents/hooks.ts', ...clientWords];

const sendsOrListens = {
  files: ['ways/*/* but ways/*/doctor.ts', 'ways/part.ts', ...wayWords, 'delivery/*', 'core/*'],
  packages: [...server, 'zod'],
};

const doctor = {
  files: [
    'cli/*',
    'storage/directory.ts',
    'storage/room.ts',
    'config.ts',
    'run-file.ts',
    'core/sizes.ts',
    'core/timers.ts',
    'core/urls.ts',
    'core/about/probe.ts',
    'core/settings/effective.ts',
    'core/settings/secrets.ts',
    'core/log/start-note.ts',
    'backup/noted.ts',
    'core/backups/words.ts',
    'core/notify/schema.ts',
    'core/notify/pairing-schema.ts',
    ...wayWords,
  ],
  packages: [...server, 'zod'],
};

/** A folder, or a file beside them, by how its path begins; the longest that fits counts. */
export const rules: Record<string, Rule> = {
  'storage/': { files: [anyEngine], packages: [...server, 'kysely*'] },
  // Data directories of any engine, looked at from outside.
  'storage/directory.ts': { files: ['storage/*'], packages: server },
  // The choice of the engine.
  'storage/database.ts': { files: ['storage/sqlite/*'], packages: [] },
  'storage/sqlite/': { files: ['storage/*'], packages: [...server, 'bun:sqlite', 'kysely*'] },
  'core/': {
    files: [
      'core/*',
      anyEngine,
      ...wayWords,
      ...clientHooks,
      'ways/email/mail.ts',
      'ways/email/digest.ts',
      'ways/webpush/subscription.ts',
      'ways/webpush/keys.ts',
      'ways/webpush/subject.ts',
      'ways/webpush/schema.ts',
      // How a setting is read.
      'setting-values.ts',
    ],
    packages: [...server, 'zod', 'kysely', 'ulid', '@cfworker/json-schema', 're2js', 'ipaddr.js'],
    types: ['pino'],
  },
  // A file beside the database, which says how far it came.
  'core/log/start-note.ts': {
    files: ['replace-file.ts', 'storage/private.ts'],
    packages: [...server, 'zod'],
  },
  // When to collect garbage, which only the engine can.
  'core/held-count.ts': { files: [], packages: ['bun:jsc'] },
  'http/': {
    files: [
      'http/*',
      'core/*',
      ...wayWords,
      ...clientWords,
      // Loaded when it is first called.
      'mcp/handler.ts',
      'ways/webpush/keys.ts',
      'ways/webpush/schema.ts',
      'version.ts',
    ],
    packages: [...server, 'elysia', 'zod'],
  },
  'mcp/': {
    files: [
      'mcp/*',
      'core/*',
      'client/*',
      'agents/prompt.ts',
      'agents/prompts.ts',
      ...clientWords,
      'version.ts',
    ],
    packages: [...server, '@modelcontextprotocol/server', 'zod'],
  },
  'realtime/': {
    files: ['realtime/*', 'core/*'],
    packages: [...server, 'socket.io', '@socket.io/bun-engine', 'zod'],
  },
  'delivery/': {
    files: [
      'delivery/*',
      'core/*',
      ...wayWords,
      'ways/parts.ts',
      'ways/part.ts',
      'ways/email/digest.ts',
      'version.ts',
    ],
    packages: [...server, 'ipaddr.js', 'zod'],
  },
  // The only files that know every way. There are three with `ways/forms.ts`, or each view that names a way
  // would load what sends.
  'ways/ways.ts': { files: ['ways/way.ts', 'ways/*/way.ts'], packages: [] },
  'ways/parts.ts': {
    files: [
      'ways/part.ts',
      'ways/ways.ts',
      'ways/*/send.ts',
      'ways/*/listen.ts',
      'ways/*/doctor.ts',
    ],
    packages: [],
  },
  'ways/way.ts': { files: [], packages: [] },
  'ways/part.ts': {
    files: ['ways/ways.ts'],
    packages: [],
    types: [
      'cli/doctor/finding.ts',
      'config.ts',
      'core/inbox.ts',
      'core/notify/notices.ts',
      'core/notify/record.ts',
      'core/outgoing/outcome.ts',
      'delivery/http/send.ts',
      'delivery/notices/content.ts',
      'run-file.ts',
    ],
  },
  // A way, by the names of its files: one that has no row here is of the core.
  'ways/form.ts': { files: [], packages: [] },
  'ways/forms.ts': { files: ['ways/form.ts', 'ways/ways.ts', 'ways/*/form.ts'], packages: [] },
  'ways/*/form.ts': { files: ['ways/form.ts', 'ways/*/way.ts'], packages: [] },
  'ways/*/way.ts': { files: ['ways/way.ts'], packages: [] },
  'ways/*/send': sendsOrListens,
  'ways/*/listen': sendsOrListens,
  'ways/email/send': { files: sendsOrListens.files, packages: [...server, 'nodemailer*'] },
  'ways/*/doctor.ts': {
    files: ['ways/*/* but ways/*/listen*', 'ways/part.ts', ...doctor.files],
    packages: doctor.packages,
  },
  'ways/*/': {
    files: [
      'ways/*/* but ways/*/send* but ways/*/listen* but ways/*/doctor.ts',
      ...wayWords,
      'core/*',
      anyEngine,
    ],
    packages: [...server, 'zod', 'kysely'],
  },
  // The only files that know every client.
  'agents/clients.ts': {
    files: ['agents/client.ts', 'agents/*/client.ts'],
    packages: [],
  },
  'agents/hooks.ts': {
    files: ['agents/clients.ts', 'agents/hook.ts', 'agents/*/hook.ts'],
    packages: [],
  },
  'agents/files.ts': {
    files: ['agents/clients.ts', 'agents/file.ts', 'agents/*/files.ts'],
    packages: [],
  },
  'agents/prompts.ts': {
    files: ['agents/clients.ts', 'agents/prompt.ts', 'agents/*/prompt.ts'],
    packages: [],
  },
  'agents/prompt.ts': { files: ['agents/hook.ts', 'core/json.ts'], packages: [] },
  'agents/client.ts': { files: [], packages: [] },
  'agents/hook.ts': { files: ['agents/clients.ts', ...vocabulary], packages: [] },
  'agents/file.ts': { files: ['agents/json-edit.ts'], packages: [] },
  'agents/json-edit.ts': { files: ['core/json.ts'], packages: ['jsonc-parser'] },
  'agents/toml-edit.ts': {
    files: ['agents/json-edit.ts', 'core/json.ts'],
    packages: ['@decimalturn/toml-patch'],
  },
  'agents/edit.ts': { files: ['agents/json-edit.ts', 'agents/toml-edit.ts'], packages: [] },
  // A client, by the names of its files.
  'agents/*/client.ts': { files: ['agents/client.ts'], packages: [] },
  'agents/*/prompt.ts': {
    files: ['agents/prompt.ts', 'agents/hook.ts', 'agents/*/hook.ts', ...vocabulary],
    packages: [],
  },
  'agents/*/hook.ts': { files: ['agents/hook.ts', ...vocabulary], packages: [] },
  'agents/*/files.ts': {
    files: ['agents/file.ts', 'agents/*/plugin.js', ...vocabulary],
    packages: server,
  },
  'client/': {
    files: ['client/*', ...vocabulary],
    packages: ['socket.io-client*', 'socket.io-parser', 'zod'],
  },
  // The routes as types: nothing of the server is bundled with the client.
  'client/client.ts': {
    files: ['client/*', ...vocabulary],
    packages: ['@elysiajs/eden'],
    types: ['http/app.ts'],
  },
  'dashboard/': {
    files: ['dashboard/*', 'client/*', 'ways/form.ts', 'ways/forms.ts', ...vocabulary],
    packages: [...view, 'react-markdown', 'remark-gfm', 'diff', 'uqr', 'zod'],
  },
  // The only files that know every kind. The core has two: were words and schemas in one, each view that
  // names a kind would load zod.
  'core/reviews/kinds/words.ts': {
    files: ['core/reviews/kinds/kind-words.ts', 'kinds/*/words.ts'],
    packages: [],
  },
  'mcp/kinds.ts': { files: ['mcp/kind.ts', 'kinds/*/tool.ts'], packages: [] },
  'mcp/kind.ts': { files: ['core/json.ts'], packages: [] },
  'core/reviews/kinds.ts': { files: ['core/*', 'kinds/*/schema.ts'], packages: ['zod'] },
  'cli/kinds/kinds.ts': {
    files: ['cli/kinds/kind.ts', 'core/reviews/kinds/words.ts', 'kinds/*/terminal.ts'],
    packages: [],
  },
  'dashboard/reviews/kinds.tsx': {
    files: ['dashboard/reviews/kind.ts', 'core/reviews/kinds/words.ts', 'kinds/*/dashboard.tsx'],
    packages: [],
  },
  // A kind, by the names of its files.
  'kinds/*/words.ts': {
    files: [
      'kinds/*/words.ts',
      'core/json.ts',
      'core/letters.ts',
      'core/reviews/kinds/kind-words.ts',
      'core/reviews/kinds/labels.ts',
    ],
    packages: [],
    types: ['kinds/*/schema.ts'],
  },
  'kinds/*/schema': {
    files: ['kinds/*/schema.ts', 'kinds/*/words.ts', 'core/*'],
    packages: ['zod'],
  },
  'kinds/*/tool.ts': { files: ['mcp/kind.ts', 'core/reviews/kinds/labels.ts'], packages: [] },
  'kinds/*/diff.ts': { files: ['kinds/*/words.ts'], packages: [] },
  'kinds/*/terminal.ts': {
    files: [
      'kinds/*/terminal.ts',
      ...kindParts,
      'cli/*',
      'client/press.ts',
      'client/undo.ts',
      ...vocabulary,
    ],
    packages: ['commander'],
  },
  // On the first page: what needs zod is loaded when a question is opened.
  'kinds/*/dashboard.tsx': {
    files: ['kinds/*/dashboard*', 'kinds/*/words.ts', 'dashboard/*', ...vocabulary],
    packages: view,
    types: ['kinds/*/schema.ts'],
  },
  'kinds/*/dashboard/': {
    files: ['kinds/*/dashboard*', ...kindParts, 'dashboard/*', ...vocabulary],
    packages: [...view, 'diff'],
  },
  'cli/': {
    files: [
      'cli/*',
      'client/*',
      'config.ts',
      'log.ts',
      'replace-file.ts',
      'run-file.ts',
      'own-command.ts',
      'version.ts',
      'agents/edit.ts',
      'agents/file.ts',
      'agents/files.ts',
      'agents/hooks.ts',
      'agents/json-edit.ts',
      'core/audit/chain.ts',
      'core/audit/verify.ts',
      ...vocabulary,
    ],
    packages: [...server, 'commander', '@clack/prompts', 'uqr', 'zod'],
  },
  // It also opens the secrets of a data directory.
  'cli/settings-here.ts': {
    files: [
      'cli/*',
      'config.ts',
      'core/settings/effective.ts',
      'core/settings/secrets.ts',
      'storage/directory.ts',
      ...vocabulary,
    ],
    packages: server,
  },
  'cli/commands/config.ts': {
    files: [
      'cli/*',
      'client/*',
      'config.ts',
      'core/settings/effective.ts',
      'replace-file.ts',
      ...vocabulary,
    ],
    packages: [...server, 'commander'],
  },
  'cli/commands/mcp.ts': {
    files: [
      'mcp/client.ts',
      'mcp/tools.ts',
      'cli/*',
      'client/*',
      'config.ts',
      'run-file.ts',
      'version.ts',
      ...vocabulary,
    ],
    packages: ['commander', '@modelcontextprotocol/server/stdio'],
  },
  // The data directory as a whole; what it means, a restore asks of the core.
  'backup/': {
    files: [
      'backup/*',
      anyEngine,
      // Which settings are secrets.
      'config.ts',
      'core/settings/effective.ts',
      'core/settings/secrets.ts',
      'version.ts',
      'core/restore/restore.ts',
      ...vocabulary,
    ],
    packages: [...server, 'tar-stream', 'zod'],
  },
  // The clock of a server, with the notes that the core keeps of it.
  'backup/scheduled.ts': { files: ['core/*', 'chores.ts'], packages: [...server, 'zod'] },
  'cli/commands/backup.ts': {
    files: ['backup/*', 'cli/*', 'client/*', 'config.ts', 'storage/directory.ts', ...vocabulary],
    packages: [...server, 'commander'],
  },
  'cli/commands/upgrade.ts': {
    files: [
      'release/*',
      'cli/*',
      'config.ts',
      'own-command.ts',
      'replace-file.ts',
      'run-file.ts',
      'storage/directory.ts',
      'version.ts',
      '../packages/names.json',
      '../packages/signers.txt',
    ],
    packages: [...server, 'commander'],
  },
  'cli/commands/connect.ts': {
    files: [
      'agents/file.ts',
      'agents/files.ts',
      'cli/*',
      'client/*',
      'config.ts',
      'own-command.ts',
      'run-file.ts',
      ...vocabulary,
    ],
    packages: [...server, 'commander', 'diff'],
  },
  // Whether a pipe has a reader, which only the system can say.
  'cli/ending.ts': { files: ['cli/*'], packages: [...server, 'bun:ffi'] },
  'cli/revived.ts': { files: ['backup/restore.ts', 'cli/*'], packages: [] },
  'cli/help/settings.ts': { files: ['cli/*', 'core/about/schema.ts', 'settings.ts'], packages: [] },
  'cli/doctor/': {
    files: [
      ...doctor.files,
      'ways/parts.ts',
      'agents/clients.ts',
      'agents/files.ts',
      'core/letters.ts',
      'core/spans.ts',
    ],
    packages: doctor.packages,
  },
  // To serve, and to run in process.
  'cli/commands/serve.ts': { files: ['*'], packages: [...server, 'commander'] },
  'cli/connection.ts': { files: ['*'], packages: [...server] },
  'server.ts': { files: ['*'], packages: [...server, 'pino'] },
  'schedule.ts': { files: ['*'], packages: [...server] },
  'config.ts': {
    files: ['settings.ts', 'core/settings/effective.ts', ...vocabulary],
    packages: [...server, 'zod'],
    types: ['core/settings/secrets.ts'],
  },
  'settings.ts': {
    files: ['client/undo-seconds.ts', 'setting-values.ts', ...wayWords],
    packages: ['zod'],
  },
  'setting-values.ts': {
    files: ['core/durations.ts', 'core/urls.ts', 'ways/way.ts', 'ways/email/mail.ts'],
    packages: ['zod'],
  },
  'log.ts': { files: [], packages: ['pino', 'pino-pretty'] },
  'dashboard-files.ts': {
    files: ['executable.ts', 'http/static.ts', 'build/dashboard.ts', '../dist/dashboard/files.js'],
    packages: [...server],
  },
  'docs-files.ts': {
    files: ['executable.ts', 'http/docs/page.ts', 'build/docs.ts', '../dist/docs/files.js'],
    packages: [...server],
  },
  // Files that a checkout serves, built from the sources of the dashboard and of the documentation.
  'build/': { files: ['build/*', 'http/docs/page.ts'], packages: [...server, 'marked'] },
  // The clock of a server, with what the core keeps of it.
  'chores.ts': { files: ['core/timers.ts'], packages: server },
  'database-check.ts': { files: ['core/*', 'chores.ts'], packages: [...server, 'zod'] },
  'executable.ts': { files: [], packages: [] },
  'own-command.ts': { files: ['version.ts'], packages: server },
  'replace-file.ts': { files: [], packages: server },
  'run-file.ts': { files: ['replace-file.ts', 'core/text.ts'], packages: [...server, 'zod'] },
  'version.ts': { files: ['../package.json'], packages: [] },
  // A release: its checksums, its signature, where it is, and what it replaces.
  'release/': {
    files: ['release/*', '../packages/names.json'],
    packages: [...server, 'tar-stream', 'zod'],
  },
};

/** Every broken rule as a sentence; none for a house in order. */
export function violations(sources: Sources): string[] {
  const imports = importsOf(sources);
  return [
    ...imports.flatMap(notAllowed),
    ...imports.flatMap(foreignTable),
    ...imports.flatMap(foreignKind),
    ...sharedTables(sources),
    ...circles(imports),
    ...Object.entries(sources).flatMap(([path, source]) => badFile(path, source)),
  ];
}

function notAllowed({ from, to, isFile, isType }: Import): string[] {
  const folder = longestFit(from);
  const rule = folder === undefined ? undefined : rules[folder];
  if (!rule) return [`${from} stands outside every folder that has a rule`];
  const allowed = [...(isFile ? rule.files : rule.packages), ...(isType ? (rule.types ?? []) : [])];
  if (allowed.some((pattern) => fits(pattern, to))) return [];
  return [`${from} may not import ${to}`];
}

const longestFit = (path: string) =>
  Object.keys(rules)
    .filter((folder) => new RegExp(`^${source(folder)}`).test(path))
    .sort((one, other) => other.length - one.length)[0];

/** `*` at the end is anything; in the middle, one folder. What follows `but` is left out. */
function fits(pattern: string, path: string): boolean {
  const [all = '', ...but] = pattern.split(' but ');
  if (but.length > 0) return fits(all, path) && !but.some((one) => fits(one, path));
  const end = all.endsWith('*') ? '.+' : '';
  return new RegExp(`^${source(all.replace(/\*$/, ''))}${end}$`).test(path) || `${path}*` === all;
}

const source = (pattern: string) => pattern.replaceAll('.', '\\.').replace('/*/', '/[^/]+/');

function foreignTable({ from, to }: Import): string[] {
  if (!/^core\/.+\//.test(to) || !isTable(to)) return [];
  const isOwn = dirname(from).startsWith(dirname(to));
  // The files directly under core/ are its wiring.
  if (isOwn || dirname(from) === 'core') return [];
  return [`${from} names another feature's table, ${to}`];
}

/** The kinds that build on another one. */
const base: Record<string, string> = {
  plugin: 'form',
  freeform: 'plugin',
  rating: 'plugin',
  'diff-review': 'plugin',
  questions: 'selection',
};

function foreignKind({ from, to }: Import): string[] {
  for (const [what, folder] of [
    ['kind', 'kinds'],
    ['way', 'ways'],
    ['client', 'agents'],
  ]) {
    const of = (path: string) => new RegExp(`^${folder}/([^/]+)/`).exec(path)?.[1] ?? '';
    const [one, other] = [of(from), of(to)];
    if (one !== '' && other !== '' && one !== other && base[one] !== other) {
      return [`${from} names another ${what}, ${to}`];
    }
  }
  return [];
}

/** `table.ts` and, where a feature has several, `keys-table.ts`. */
const isTable = (path: string) => /[/-]table\.ts$/.test(path);

/** A command's file bears the name of the command. */
const EMPTY_NAME = /(^|[/.-])(utils?|helpers?|types?|constants?|managers?|services?)([/.-]|$)/;

function badFile(path: string, source: string): string[] {
  return [
    ...(EMPTY_NAME.test(path) && !path.startsWith('cli/commands/')
      ? [`${path} has a name that says nothing`]
      : []),
    ...(path !== 'config.ts' && /(?<!')\b(process|Bun|import\.meta)\.env\b/.test(source)
      ? [`${path} reads the environment`]
      : []),
    ...timersIn(source).flatMap((ms) =>
      ms === undefined || FIXED_MS.test(ms)
        ? []
        : [`${path} starts a timer of ${ms}: pass it through timerMs`],
    ),
    ...(/\bemit\??: Emit\b/.test(source) && path !== 'core/inbox.ts'
      ? [`${path} takes \`emit\`: take the Change that it belongs to`]
      : []),
    ...(!path.startsWith('storage/sqlite/') && SQLITE.test(source)
      ? [`${path} has SQL that only SQLite understands`]
      : []),
  ];
}

/** A constant, one of a table of constants, a number, or a computed time that may be anything. */
const FIXED_MS = /^([A-Z][A-Z_]*(\[\w+\])?|[\d_]+|timerMs\(.*\))$/s;
const TIMER = /(?<![\w.])(setTimeout|setInterval|Bun\.sleep|AbortSignal\.timeout)\(/g;

/** How long each timer of a source waits; undefined for one that only lets others go first. */
function timersIn(source: string): (string | undefined)[] {
  return [...source.matchAll(TIMER)].flatMap(({ index, 0: call, 1: name }) => {
    const given = argumentsAt(source, index + call.length);
    const isAfterTask = name === 'setTimeout' || name === 'setInterval';
    return isAfterTask && given[0]?.trim() === '' ? [] : [given[isAfterTask ? 1 : 0]?.trim()];
  });
}

/** The arguments of a call whose parenthesis ends before this place. */
function argumentsAt(source: string, start: number): string[] {
  const found: string[] = [];
  let depth = 0;
  let from = start;
  for (let at = start; at < source.length; at++) {
    const one = source[at] ?? '';
    if ('([{'.includes(one)) depth++;
    else if (depth > 0 && ')]}'.includes(one)) depth--;
    else if (depth === 0 && (one === ',' || one === ')')) {
      found.push(source.slice(from, at));
      from = at + 1;
      if (one === ')') break;
    }
  }
  return found;
}

const SQLITE = new RegExp(
  [
    String.raw`\b(json_(each|tree|extract)|sqlite_(master|schema)|message_search|long_texts|rowid)\b`,
    String.raw`\b(unixepoch|julianday|strftime|group_concat|ifnull|instr)\b`,
    String.raw`\b(insert or (abort|fail|ignore|replace|rollback)|replace into|indexed by)\b`,
    String.raw`\b(pragma|vacuum|begin immediate)\b`,
    // With two arguments each is the greater or the lesser; an aggregate has one.
    String.raw`\b(max|min)\(\$\{[^}]*\},|\bglob \$\{`,
  ].join('|'),
  'i',
);

const WRITES = /\.(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*'(\w+)'/g;

/** Where a feature writes to the table of another all the same, and why. */
const WRITERS: Record<string, string[]> = {
  // A restore ends what must not revive.
  restore: ['contacts', 'keys', 'pairings', 'tokens', 'users'],
  // A question is part of its message.
  reviews: ['messages'],
};

/** A table is written to by one feature of the core alone. */
function sharedTables(sources: Sources): string[] {
  const features = new Map<string, Set<string>>();
  for (const [path, source] of Object.entries(sources)) {
    const feature = /^(?:core|ways)\/([^/]+)\//.exec(path)?.[1];
    if (feature === undefined) continue;
    for (const [, table = ''] of source.matchAll(WRITES)) {
      if (WRITERS[feature]?.includes(table)) continue;
      features.set(table, (features.get(table) ?? new Set()).add(feature));
    }
  }
  return [...features].flatMap(([table, { size }]) =>
    size < 2 ? [] : [`${table} is written to by ${[...(features.get(table) ?? [])].join(' and ')}`],
  );
}
