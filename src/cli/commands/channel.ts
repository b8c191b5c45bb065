import type { Command } from 'commander';
import { ok } from '../../client/client.ts';
import { findChannelId, withConnection } from '../connect.ts';
import type { GlobalOptions } from '../options.ts';
import { note, oneLine, print, printJson, table } from '../output.ts';
import { askYesNo, mustBeTerminal } from '../prompts.ts';
import { defineWebhook } from './webhook.ts';

type CreateOptions = GlobalOptions & { description?: string; webhook?: string };
type RemoveOptions = GlobalOptions & { yes?: boolean };

export function defineChannel(command: Command): void {
  command
    .command('create <name>')
    .description('make a channel; prints its id')
    .option('--description <text>', 'what it is for')
    .option('--webhook <url>', 'where its news is posted')
    .addHelpText('after', '\nExample:\n  $ inbox channel create deploys --description "Releases"')
    .action((name: string, _: unknown, self: Command) => create(name, self.optsWithGlobals()));
  command
    .command('list')
    .alias('ls')
    .description('list the channels')
    .addHelpText('after', '\nExample:\n  $ inbox channel list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('rm <channel>')
    .description('remove a channel with all its messages and files')
    .option('--yes', 'do not ask first')
    .addHelpText('after', '\nExample:\n  $ inbox channel rm deploys --yes')
    .action((name: string, _: unknown, self: Command) => remove(name, self.optsWithGlobals()));
  defineWebhook(command.command('webhook').description('manage where its news is posted'));
}

async function create(name: string, options: CreateOptions): Promise<void> {
  await withConnection(options, 'inbox channel create', async ({ person }) => {
    const { description = null, webhook = null } = options;
    const body = { name, description, avatarUrl: null, webhookUrl: webhook };
    const made = await ok(person.agents.post(body));
    if (options.json) printJson(made);
    else print(made.id);
  });
}

async function list(options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox channel list', async ({ person }) => {
    const channels = await ok(person.agents.get());
    if (options.json) return printJson(channels);
    if (channels.length === 0) {
      return note('There are no channels yet: `inbox channel create NAME` makes one.');
    }
    const rows = channels.map(({ id, name, description }) => [
      id,
      oneLine(name, 20),
      oneLine(description ?? '', 30),
    ]);
    print(table(rows));
  });
}

async function remove(name: string, options: RemoveOptions): Promise<void> {
  if (!options.yes) mustBeTerminal('--yes');
  const id = await withConnection(options, 'inbox channel rm', ({ person }) =>
    findChannelId(person, name),
  );
  const question = `Remove the channel "${name}" with all its messages and files?`;
  if (!options.yes && !(await askYesNo(question))) {
    note('Nothing was removed.');
    return;
  }
  await withConnection(options, 'inbox channel rm', async ({ person }) => {
    const removed = await ok(person.agents({ id }).delete());
    if (options.json) printJson(removed);
    else note(`The channel "${name}" is gone.`);
  });
}
