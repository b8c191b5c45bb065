import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { findChannelId, withConnection } from '../connect.ts';
import { collect, type GlobalOptions, parseDuration } from '../options.ts';
import { note, oneLine, print, printJson, table } from '../output.ts';

type CreateOptions = GlobalOptions & { channel?: string[]; expires?: string };

export function defineKey(command: Command): void {
  command
    .command('create <name>')
    .description('make a key; it is shown this once')
    .option(
      '-c, --channel <channel>',
      'a channel it may see, again for more (default: all)',
      collect,
    )
    .option('--expires <duration>', 'when it ends, such as 90d')
    .addHelpText('after', '\nExample:\n  $ inbox key create ci --expires 90d')
    .action((name: string, _: unknown, self: Command) => create(name, self.optsWithGlobals()));
  command
    .command('list')
    .alias('ls')
    .description('list the keys')
    .addHelpText('after', '\nExample:\n  $ inbox key list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('revoke <id>')
    .description('end a key at once')
    .addHelpText('after', '\nExample:\n  $ inbox key revoke 01M7YGQ6NDPJATKTJ32C3SBQVW')
    .action((id: string, _: unknown, self: Command) => revoke(id, self.optsWithGlobals()));
}

async function create(name: string, options: CreateOptions): Promise<void> {
  await withConnection(options, 'inbox key create', async ({ person }) => {
    const named = options.channel ?? [];
    const channels = await Promise.all(named.map((channel) => findChannelId(person, channel)));
    const made = await ok(
      person.keys.post({
        name,
        channels: channels.length > 0 ? channels : 'all',
        expiresAt: options.expires ? inFuture(parseDuration(options.expires)) : null,
      }),
    );
    if (!options.json) return print(made.key);
    const { id, prefix, key, expiresAt } = made;
    printJson({ id, name: made.name, prefix, key, channels: made.channels, expiresAt });
  });
}

const inFuture = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function list(options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox key list', async ({ person }) => {
    const keys = await ok(person.keys.get());
    if (options.json) return printJson(keys);
    if (keys.length === 0) return note('There are no keys yet: `inbox key create NAME` makes one.');
    const rows = keys.map((key) => [
      key.id,
      `${key.prefix}…`,
      oneLine(key.name, 20),
      key.channels === 'all' ? 'all channels' : `${key.channels.length} channels`,
      stateOf(key),
    ]);
    print(table(rows));
  });
}

function stateOf(key: { revokedAt: string | null; expiresAt: string | null }): string {
  if (key.revokedAt) return `revoked ${dayOf(key.revokedAt)}`;
  return key.expiresAt ? `until ${dayOf(key.expiresAt)}` : '';
}

const dayOf = (timestamp: string) => timestamp.slice(0, 10);

async function revoke(id: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox key revoke', async ({ person }) => {
    const key = await ok(person.keys({ id }).delete());
    if (options.json) return printJson(key);
    note(`The key "${key.name}" is revoked.`);
  });
}
