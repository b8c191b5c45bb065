import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import type { Key, NewKey } from '../../core/access/schema.ts';
import type { Agent } from '../../core/channels/schema.ts';
import { InboxError } from '../../core/errors.ts';
import { timeSince } from '../../core/spans.ts';
import { namesOf } from '../channels.ts';
import { flagChannelId, withConnection } from '../connection.ts';
import { type Named, oneOf } from '../ids.ts';
import { dayOf, expiryOf, momentOf } from '../moments.ts';
import { assertStdoutOpen, printOnce } from '../once.ts';
import { collect, type GlobalOptions, mustHaveName, parseDuration } from '../options.ts';
import { jsonOf, note, printJson } from '../output.ts';
import { isAgreed } from '../prompts.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';

type CreateOptions = GlobalOptions & { channel?: string[]; expires?: string };
type RotateOptions = GlobalOptions & { overlap?: string };
type RevokeOptions = GlobalOptions & { yes?: boolean };

export function defineKey(command: Command): void {
  command
    .command('create <name>')
    .description('create a key (shown only once)')
    .option(
      '-c, --channel <channel>',
      'limit the key to this channel (repeatable; default: all channels)',
      collect,
    )
    .option('--expires <duration>', 'expire after this long, such as 90d (default: never)')
    .addHelpText('after', '\nExample:\n  $ inbox key create ci --expires 90d')
    .action((name: string, _: unknown, self: Command) => {
      mustHaveName(name, 'inbox key create ci');
      return create(name, self.optsWithGlobals());
    });
  command
    .command('list')
    .description('list the keys')
    .addHelpText('after', '\nExample:\n  $ inbox key list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('rotate <key>')
    .description('replace a key, given by id or name, with a new one (shown only once)')
    .option('--overlap <duration>', 'keep the old key valid for this long (default: 24h)')
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox key rotate 01M7YGQ6NDPJATKTJ32C3SBQVW --overlap 2h',
    )
    .action((id: string, _: unknown, self: Command) => rotate(id, self.optsWithGlobals()));
  command
    .command('revoke <key>')
    .alias('rm')
    .description('revoke a key, given by id or name (takes effect immediately)')
    .option('--yes', 'skip the confirmation')
    .addHelpText(
      'after',
      '\nThe questions that it still asks are withdrawn.\n\nExample:\n  $ inbox key revoke 01M7YGQ6NDPJATKTJ32C3SBQVW',
    )
    .action((id: string, _: unknown, self: Command) => revoke(id, self.optsWithGlobals()));
}

async function create(name: string, options: CreateOptions): Promise<void> {
  assertStdoutOpen('The key');
  await withConnection(options, 'inbox key create', async ({ person }) => {
    const named = options.channel ?? [];
    const channels = await Promise.all(named.map((channel) => flagChannelId(person, channel)));
    const made = await ok(
      person.keys.post({
        name,
        channels: channels.length > 0 ? channels : 'all',
        expiresAt: options.expires ? inFuture(parseDuration(options.expires, '--expires')) : null,
      }),
    );
    printMade(made, options);
  });
}

function printMade(made: NewKey, { json }: GlobalOptions): void {
  const { id, name, prefix, key, channels, expiresAt } = made;
  printOnce(json ? jsonOf({ id, name, prefix, key, channels, expiresAt }) : key, {
    what: 'The key',
    undo: `inbox key revoke ${id}`,
  });
}

async function rotate(typed: string, options: RotateOptions): Promise<void> {
  const { overlap } = options;
  assertStdoutOpen('The key');
  const kept = overlap === undefined ? undefined : parseDuration(overlap, '--overlap');
  await withConnection(options, 'inbox key rotate', async ({ person }) => {
    const old = oneOf(keys, await ok(person.keys.get()), typed);
    if (old.revokedAt) throw new InboxError('conflict', IS_REVOKED);
    const body = kept === undefined ? {} : { oldExpiresAt: inFuture(kept) };
    printMade(await ok(person.keys({ id: old.id }).rotate.post(body)), options);
    const { prefix, expiresAt } = oneOf(keys, await ok(person.keys.get()), old.id);
    if (expiresAt) note(`The old key (${prefix}…) stays valid until ${momentOf(expiresAt)}.`);
  });
}

const IS_REVOKED = 'This key is revoked. Create a new one with `inbox key create NAME`';

const inFuture = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function list(options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox key list', async ({ person }) => {
    const keys = await ok(person.keys.get());
    if (options.json) return printJson(keys);
    if (keys.length === 0) return note('No keys yet. Create one with `inbox key create NAME`.');
    await printList(keys, keyColumns(await ok(person.agents.get()), Date.now()));
  });
}

const keyColumns = (channels: Agent[], now: number): Column<Key>[] => [
  idColumn(),
  { whole: ({ name }) => name, least: 10 },
  { whole: ({ prefix }) => `${prefix}…`, rank: 3 },
  { whole: (key) => namesOf(key.channels, channels), least: 12, rank: 2 },
  {
    whole: ({ expiresAt }) => expiresAt ?? '',
    shown: (key) => endOf(key, now),
    style: ({ revokedAt }) => (revokedAt ? 'red' : undefined),
    rank: 1,
  },
  { whole: ({ revokedAt }) => revokedAt ?? '', shown: null },
  {
    whole: ({ lastUsedAt }) => lastUsedAt ?? '',
    shown: ({ lastUsedAt }) => (lastUsedAt ? `used ${timeSince(lastUsedAt, now)}` : 'never used'),
    style: () => 'dim' as const,
    rank: 4,
  },
];

const endOf = ({ revokedAt, expiresAt }: Key, now: number) =>
  revokedAt ? `revoked ${dayOf(revokedAt, now)}` : expiryOf(expiresAt, now);

const keys: Named<Key> = {
  kind: 'key',
  list: 'inbox key list',
  name: ({ name, revokedAt }) => (revokedAt === null ? name : null),
  words: ({ name, prefix }) => `${name} (${prefix}…)`,
};

async function revoke(typed: string, options: RevokeOptions): Promise<void> {
  const { id, name, prefix } = await withConnection(
    options,
    'inbox key revoke',
    async ({ person }) => oneOf(keys, await ok(person.keys.get()), typed),
  );
  if (!(await isAgreed(`Revoke the key “${name}” (${prefix}…)?`, 'revoked', options))) return;
  await withConnection(options, 'inbox key revoke', async ({ person }) => {
    const key = await ok(person.keys({ id }).delete());
    if (options.json) return printJson(key);
    note(`Key “${key.name}” revoked.`);
  });
}
