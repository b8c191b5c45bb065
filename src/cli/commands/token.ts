import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import type { Token, User } from '../../core/access/schema.ts';
import { InboxError } from '../../core/errors.ts';
import { timeSince } from '../../core/spans.ts';
import { withConnection } from '../connection.ts';
import { type Named, oneOf } from '../ids.ts';
import { expiryOf } from '../moments.ts';
import { assertStdoutOpen, printOnce } from '../once.ts';
import { type GlobalOptions, mustHaveName, parseDuration } from '../options.ts';
import { jsonOf, note, printJson } from '../output.ts';
import { isAgreed } from '../prompts.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';
import { userIdIn, whoseOf } from '../users.ts';

type CreateOptions = GlobalOptions & { email?: string; expires?: string };
type RevokeOptions = GlobalOptions & { yes?: boolean };
type ListOptions = GlobalOptions & { user?: string; all?: boolean };

export function defineToken(command: Command): void {
  command
    .command('create <name>')
    .description('create a token (shown only once)')
    .option('--email <address>', 'e-mail address of the user (default: the local owner)')
    .option('--expires <duration>', 'expire after this long, such as 30d, or never', '90d')
    .addHelpText('after', '\nExample:\n  $ inbox token create laptop --expires 30d')
    .action((name: string, _: unknown, self: Command) => {
      mustHaveName(name, 'inbox token create laptop');
      return create(name, self.optsWithGlobals());
    });
  command
    .command('list')
    .description('list your tokens, with their expiry, last use and creator')
    .option('--user <user>', 'list the tokens of this user, by e-mail address or id (owners only)')
    .option('--all', 'list the tokens of all users (owners only)')
    .addHelpText('after', '\nExample:\n  $ inbox token list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('revoke <token>')
    .alias('rm')
    .description('revoke a token, given by id or name (takes effect immediately)')
    .option('--yes', 'skip the confirmation')
    .addHelpText('after', '\nExample:\n  $ inbox token revoke 01M7YGQ6NDPJATKTJ32C3SBQVW')
    .action((id: string, _: unknown, self: Command) => revoke(id, self.optsWithGlobals()));
}

async function create(name: string, options: CreateOptions): Promise<void> {
  assertStdoutOpen('The token');
  await withConnection(options, 'inbox token create', async ({ person }) => {
    const { email } = options;
    const expiresAt = endOf(options.expires ?? '90d');
    const made = await ok(person.tokens.post({ name, expiresAt, ...(email ? { email } : {}) }));
    printOnce(options.json ? jsonOf(made) : made.token, {
      what: 'The token',
      undo: `inbox token revoke ${made.id}`,
    });
  });
}

const endOf = (expires: string) =>
  expires === 'never'
    ? ('never' as const)
    : new Date(Date.now() + parseDuration(expires, '--expires') * 1000).toISOString();

async function list(options: ListOptions): Promise<void> {
  await withConnection(options, 'inbox token list', async ({ person }) => {
    const isOwn = !options.user && !options.all;
    const users = isOwn ? [] : await ok(person.users.get());
    const query = options.user
      ? { user: await userIdIn(users, options.user), all: 'false' as const }
      : { all: options.all ? ('true' as const) : ('false' as const) };
    const tokens = await ok(person.tokens.get({ query }));
    if (options.json) return printJson(tokens);
    if (tokens.length === 0)
      return note('No tokens yet. Create one with `inbox token create NAME`.');
    await printList(tokens, tokenColumns(users, Date.now()));
  });
}

const tokenColumns = (users: User[], now: number): Column<Token>[] => [
  idColumn(),
  { whole: ({ name }) => name, least: 10 },
  { whole: ({ prefix }) => `${prefix}…`, rank: 4 },
  { whole: (token) => whoseOf(token, users), least: 12, rank: 1 },
  {
    whole: ({ expiresAt }) => expiresAt ?? '',
    shown: ({ expiresAt }) => expiryOf(expiresAt, now) || 'does not expire',
    style: ({ expiresAt }) => (isPast(expiresAt, now) ? 'red' : undefined),
    rank: 2,
  },
  {
    whole: ({ lastUsedAt }) => lastUsedAt ?? '',
    shown: (token) => lastUseOf(token, now),
    style: () => 'dim' as const,
    least: 10,
    rank: 3,
  },
  { whole: makerOf, least: 12, rank: 5 },
];

const isPast = (at: string | null, now: number) => at !== null && Date.parse(at) <= now;

function lastUseOf({ lastUsedAt, lastUsedFrom }: Token, now: number): string {
  if (lastUsedAt === null) return 'never used';
  const from = lastUsedFrom?.address ? ` from ${lastUsedFrom.address}` : '';
  return `used ${timeSince(lastUsedAt, now)}${from}`;
}

/** Mentions only what the user might not expect. */
function makerOf({ madeBy, maker, userId, isLocal }: Token): string {
  if (madeBy === null) return 'from an older version: log in and create it again';
  const by = maker && maker.id !== userId ? `created by ${maker.name}` : '';
  return [by, isLocal ? 'created without a login' : ''].filter(Boolean).join(', ');
}

const tokens: Named<Token> = {
  kind: 'token',
  list: 'inbox token list',
  name: ({ name }) => name,
  words: ({ name, prefix }) => `${name} (${prefix}…)`,
};

async function revoke(typed: string, options: RevokeOptions): Promise<void> {
  const { id, name, prefix } = await withConnection(
    options,
    'inbox token revoke',
    async ({ person }) => tokenNamed(person, typed),
  );
  if (!(await isAgreed(`Revoke the token “${name}” (${prefix}…)?`, 'revoked', options))) return;
  await withConnection(options, 'inbox token revoke', async ({ person }) => {
    const removed = await ok(person.tokens({ id }).delete());
    if (options.json) printJson(removed);
    else note(`Token “${name}” revoked.`);
  });
}

/** Searches one's own tokens; an owner may name any user's. */
async function tokenNamed(person: Client, typed: string): Promise<Token> {
  const all = await ok(person.tokens.get({ query: { all: 'true' } })).catch((error) => {
    if (error instanceof InboxError && error.code === 'forbidden') return null;
    throw error;
  });
  return oneOf(tokens, all ?? (await ok(person.tokens.get({ query: { all: 'false' } }))), typed);
}
