import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import type { Token, User } from '../../core/access/schema.ts';
import { timeSince } from '../../core/spans.ts';
import { withConnection } from '../connect.ts';
import { type GlobalOptions, parseDuration } from '../options.ts';
import { note, oneLine, print, printJson, table } from '../output.ts';
import { userNamed } from '../users.ts';

type CreateOptions = GlobalOptions & { email?: string; expires?: string };
type ListOptions = GlobalOptions & { user?: string; all?: boolean };

export function defineToken(command: Command): void {
  command
    .command('create <name>')
    .description('make a token; it is shown this once')
    .option('--email <address>', 'the user it is for (default: the local owner)')
    .option('--expires <duration>', 'when it expires, such as 30d, or never', '90d')
    .addHelpText('after', '\nExample:\n  $ inbox token create laptop --expires 30d')
    .action((name: string, _: unknown, self: Command) => create(name, self.optsWithGlobals()));
  command
    .command('list')
    .alias('ls')
    .description('list your tokens: where they were used, who made them, when they expire')
    .option('--user <user>', 'of that user, by e-mail address or id (owners)')
    .option('--all', "everybody's (owners)")
    .addHelpText('after', '\nExample:\n  $ inbox token list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('revoke <id>')
    .description('revoke a token (takes effect immediately); owners revoke anybody’s')
    .addHelpText('after', '\nExample:\n  $ inbox token revoke 01M7YGQ6NDPJATKTJ32C3SBQVW')
    .action((id: string, _: unknown, self: Command) => revoke(id, self.optsWithGlobals()));
}

async function create(name: string, options: CreateOptions): Promise<void> {
  await withConnection(options, 'inbox token create', async ({ person }) => {
    const { email } = options;
    const expiresAt = endOf(options.expires ?? '90d');
    const made = await ok(person.tokens.post({ name, expiresAt, ...(email ? { email } : {}) }));
    if (options.json) printJson(made);
    else print(made.token);
  });
}

const endOf = (expires: string) =>
  expires === 'never'
    ? ('never' as const)
    : new Date(Date.now() + parseDuration(expires) * 1000).toISOString();

async function list(options: ListOptions): Promise<void> {
  await withConnection(options, 'inbox token list', async ({ person }) => {
    const isOwn = !options.user && !options.all;
    const users = isOwn ? [] : await ok(person.users.get());
    const query = options.user
      ? { user: userNamed(users, options.user).id, all: 'false' as const }
      : { all: options.all ? ('true' as const) : ('false' as const) };
    const tokens = await ok(person.tokens.get({ query }));
    if (options.json) return printJson(tokens);
    if (tokens.length === 0) return note(`No tokens. \`inbox token create NAME\` creates one.`);
    print(table(tokens.map((token) => rowOf(token, users))));
  });
}

function rowOf(token: Token, users: User[]): string[] {
  const { id, prefix, name, userId } = token;
  const whose = users.find((user) => user.id === userId);
  return [
    ...[id, `${prefix}…`, oneLine(name, 36)],
    ...(whose ? [oneLine(whose.email ?? whose.name, 30)] : []),
    ...[endOfToken(token), lastUseOf(token), makerOf(token)],
  ];
}

const dayOf = (timestamp: string) => timestamp.slice(0, 10);

function endOfToken({ expiresAt }: Token): string {
  if (expiresAt === null) return 'does not expire';
  return Date.parse(expiresAt) > Date.now()
    ? `until ${dayOf(expiresAt)}`
    : `expired ${dayOf(expiresAt)}`;
}

function lastUseOf({ lastUsedAt, lastUsedFrom }: Token): string {
  if (lastUsedAt === null) return 'never used';
  const from = lastUsedFrom?.address ? ` from ${lastUsedFrom.address}` : '';
  return `used ${timeSince(lastUsedAt, Date.now())}${from}`;
}

/** Only what the user might not expect. */
function makerOf({ madeBy, maker, userId, isLocal }: Token): string {
  if (madeBy === null) return 'from an older version: make it again, logged in';
  const by = maker && maker.id !== userId ? `made by ${oneLine(maker.name, 20)}` : '';
  return [by, isLocal ? 'made without a login' : ''].filter(Boolean).join(', ');
}

async function revoke(id: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox token revoke', async ({ person }) => {
    const removed = await ok(person.tokens({ id }).delete());
    if (options.json) printJson(removed);
    else note('The token is revoked.');
  });
}
