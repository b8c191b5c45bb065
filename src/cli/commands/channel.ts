import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { messagePages } from '../../client/message-pages.ts';
import { countIn, readPendingPage } from '../../client/pending.ts';
import type { Agent } from '../../core/channels/schema.ts';
import type { Counts } from '../../core/reviews/schema.ts';
import { timeSince } from '../../core/spans.ts';
import { channelNamed } from '../channels.ts';
import { withConnection } from '../connect.ts';
import { counted } from '../counted.ts';
import { type GlobalOptions, mustHaveName } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { askText, mustBeTerminal } from '../prompts.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';
import { defineWebhook } from './webhook.ts';

type CreateOptions = GlobalOptions & { description?: string; webhook?: string };
type RemoveOptions = GlobalOptions & { yes?: boolean };

export function defineChannel(command: Command): void {
  command
    .command('create <name>')
    .description('create a channel and print its id')
    .option('--description <text>', 'what the channel is for')
    .option('--webhook <url>', 'send events to this webhook URL')
    .addHelpText('after', '\nExample:\n  $ inbox channel create deploys --description "Releases"')
    .action((name: string, _: unknown, self: Command) => {
      mustHaveName(name, 'inbox channel create deploys');
      return create(name, self.optsWithGlobals());
    });
  command
    .command('list')
    .alias('ls')
    .description('list the channels')
    .addHelpText('after', '\nExample:\n  $ inbox channel list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('rm <channel>')
    .description('remove a channel with all its messages and files')
    .option('--yes', 'skip the confirmation')
    .addHelpText('after', '\nExample:\n  $ inbox channel rm deploys --yes')
    .action((name: string, _: unknown, self: Command) => remove(name, self.optsWithGlobals()));
  defineWebhook(command.command('webhook').description("manage the channel's webhook"));
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
      return note('No channels yet. Create one with `inbox channel create NAME`.');
    }
    const counts = await ok(person.counts.get());
    await printList(channels, channelColumns(counts, Date.now()));
  });
}

const channelColumns = (counts: Counts, now: number): Column<Agent>[] => [
  idColumn(),
  { whole: ({ name }) => name, least: 16 },
  {
    whole: ({ id }) => `${countIn(counts, id)}`,
    shown: ({ id }) => (countIn(counts, id) > 0 ? `${countIn(counts, id)} pending` : ''),
    ...{ style: () => 'yellow' as const, rank: 1 },
  },
  {
    whole: ({ lastActiveAt }) => lastActiveAt ?? '',
    shown: ({ lastActiveAt }) => (lastActiveAt ? `active ${timeSince(lastActiveAt, now)}` : ''),
    ...{ style: () => 'dim' as const, rank: 2 },
  },
  { whole: ({ description }) => description ?? '', least: 12, rank: 3 },
];

async function remove(typed: string, options: RemoveOptions): Promise<void> {
  const { id, name, held } = await withConnection(options, 'inbox channel rm', ({ person }) =>
    look(person, typed),
  );
  if (!options.yes) {
    mustBeTerminal('--yes');
    const question = `“${name}” has ${held}. To remove the channel and everything in it, type its name`;
    if ((await askText({ message: question })).trim() !== name) {
      note('Nothing was removed.');
      return;
    }
  }
  await withConnection(options, 'inbox channel rm', async ({ person }) => {
    const removed = await ok(person.agents({ id }).delete());
    if (options.json) printJson(removed);
    else note(`Channel “${name}” removed, with ${held}.`);
  });
}

/** Returns the named channel, and counts what would be removed with it. */
async function look(person: Client, typed: string) {
  const { id, name } = channelNamed(await ok(person.agents.get()), typed);
  const { total } = await readPendingPage(person, { channel: id, limit: 1 });
  const pending = counted(total, 'pending question');
  return { id, name, held: `${await countMessages(person, id)} and ${pending}` };
}

/** Counting stops here in a long channel. */
const MOST_COUNTED = 1000;

async function countMessages(person: Client, channel: string): Promise<string> {
  let count = 0;
  for await (const page of messagePages(person, { channel: [channel] })) {
    count += page.length;
    if (count > MOST_COUNTED) return `more than ${MOST_COUNTED} messages`;
  }
  return counted(count, 'message');
}
