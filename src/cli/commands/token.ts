import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { withConnection } from '../connect.ts';
import type { GlobalOptions } from '../options.ts';
import { note, oneLine, print, printJson, table } from '../output.ts';

type CreateOptions = GlobalOptions & { email?: string };

export function defineToken(command: Command): void {
  command
    .command('create <name>')
    .description('make a token; it is shown this once')
    .option('--email <address>', 'the user it is for (default: the local owner)')
    .addHelpText('after', '\nExample:\n  $ inbox token create laptop')
    .action((name: string, _: unknown, self: Command) => create(name, self.optsWithGlobals()));
  command
    .command('list')
    .alias('ls')
    .description('list your tokens')
    .addHelpText('after', '\nExample:\n  $ inbox token list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('revoke <id>')
    .description('end one of your tokens at once')
    .addHelpText('after', '\nExample:\n  $ inbox token revoke 01M7YGQ6NDPJATKTJ32C3SBQVW')
    .action((id: string, _: unknown, self: Command) => revoke(id, self.optsWithGlobals()));
}

async function create(name: string, options: CreateOptions): Promise<void> {
  await withConnection(options, 'inbox token create', async ({ person }) => {
    const { email } = options;
    const made = await ok(person.tokens.post({ name, ...(email ? { email } : {}) }));
    if (options.json) printJson(made);
    else print(made.token);
  });
}

async function list(options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox token list', async ({ person }) => {
    const tokens = await ok(person.tokens.get());
    if (options.json) return printJson(tokens);
    if (tokens.length === 0)
      return note('You have no tokens: `inbox token create NAME` makes one.');
    print(table(tokens.map(({ id, prefix, name }) => [id, `${prefix}…`, oneLine(name, 36)])));
  });
}

async function revoke(id: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox token revoke', async ({ person }) => {
    const removed = await ok(person.tokens({ id }).delete());
    if (options.json) printJson(removed);
    else note('The token is revoked.');
  });
}
