import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { messagePages } from '../../client/message-pages.ts';
import { countIn, readPendingPage } from '../../client/pending.ts';
import {
  type Agent,
  MOST_CRITICAL_PER_HOUR,
  type UpdateAgent,
  USUAL_CRITICAL_PER_HOUR,
} from '../../core/channels/schema.ts';
import { InboxError } from '../../core/errors.ts';
import { lookOf, nameOnOneLine, visible } from '../../core/letters.ts';
import type { Counts } from '../../core/reviews/schema.ts';
import { timeSince } from '../../core/spans.ts';
import { channelNamed } from '../channels.ts';
import { withConnection } from '../connection.ts';
import { counted } from '../counted.ts';
import { UsageError } from '../errors.ts';
import { assertStdoutThere } from '../once.ts';
import { type GlobalOptions, mustHaveName } from '../options.ts';
import { note, print, printJson } from '../output.ts';
import { askText, mustBeTerminal } from '../prompts.ts';
import { parseNotifyAfter } from '../reach/ask-flags.ts';
import { idColumn } from '../table/id-column.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';
import { defineWebhook } from './webhook.ts';

type CreateOptions = GlobalOptions & {
  description?: string;
  webhook?: string;
  ifMissing?: boolean;
};
type EditOptions = GlobalOptions & {
  name?: string;
  description?: string;
  criticalPerHour?: string;
  notifyAfter?: string;
};
type RemoveOptions = GlobalOptions & { yes?: boolean };

export function defineChannel(command: Command): void {
  command
    .command('create <name>')
    .description('create a channel and print its id')
    .option('--description <text>', 'what the channel is for')
    .option('--webhook <url>', 'send events to this webhook URL')
    .option('--if-missing', 'print the id of the channel that has this name, if there is one')
    .addHelpText('after', '\nExample:\n  $ inbox channel create deploys --description "Releases"')
    .action((name: string, _: unknown, self: Command) => {
      mustHaveName(name, 'inbox channel create deploys');
      return create(name, self.optsWithGlobals());
    });
  command
    .command('list')
    .description('list the channels')
    .addHelpText('after', '\nExample:\n  $ inbox channel list')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
  command
    .command('show <channel>')
    .description('show a channel: its id, description, status and pending questions')
    .addHelpText('after', '\nExample:\n  $ inbox channel show deploys')
    .action((name: string, _: unknown, self: Command) => show(name, self.optsWithGlobals()));
  command
    .command('edit <channel>')
    .description(
      'change a channel: its name, description, limit of critical questions, or when people are notified',
    )
    .option('--name <name>', 'new name')
    .option('--description <text>', 'what the channel is for; "" removes it')
    .option(
      '--critical-per-hour <count>',
      `limit of critical questions per hour, from 0 to ${MOST_CRITICAL_PER_HOUR}; further ones become high`,
    )
    .option(
      '--notify-after <duration>',
      'how long people are not notified of its questions, such as 20s, from 0 to 10m; "" for the default',
    )
    .addHelpText('after', '\nExample:\n  $ inbox channel edit deploys --description "All releases"')
    .action((name: string, _: unknown, self: Command) => edit(name, self.optsWithGlobals()));
  command
    .command('rename <channel> <name>')
    .description('change the name of a channel; its id, keys and questions stay')
    .addHelpText('after', '\nExample:\n  $ inbox channel rename deploys releases')
    .action((channel: string, name: string, _: unknown, self: Command) => {
      mustHaveName(name, 'inbox channel rename deploys releases');
      return update(channel, { name }, self.optsWithGlobals(), 'inbox channel rename');
    });
  command
    .command('rm <channel>')
    .description('remove a channel with all its messages and files')
    .option('--yes', 'skip the confirmation')
    .addHelpText('after', '\nExample:\n  $ inbox channel rm deploys --yes')
    .action((name: string, _: unknown, self: Command) => remove(name, self.optsWithGlobals()));
  defineWebhook(command.command('webhook').description("manage the channel's webhook"));
}

async function create(name: string, options: CreateOptions): Promise<void> {
  assertStdoutThere('The id of the channel', 'created');
  await withConnection(options, 'inbox channel create', async ({ person }) => {
    const { description = null, webhook = null } = options;
    const body = { name, description, avatarUrl: null, webhookUrl: webhook };
    const made = await ok(person.agents.post(body)).catch((error) => {
      const id = options.ifMissing ? takenBy(error) : undefined;
      if (id === undefined) throw error;
      return ok(person.agents({ id }).get());
    });
    if (options.json) printJson(made);
    else print(made.id);
  });
}

/** Returns the channel that has the name already. */
const takenBy = (error: unknown): string | undefined =>
  error instanceof InboxError && typeof error.details.channelId === 'string'
    ? error.details.channelId
    : undefined;

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
  { whole: ({ name }) => nameOnOneLine(name), least: 16 },
  {
    whole: ({ id }) => `${countIn(counts, id)}`,
    shown: ({ id }) => (countIn(counts, id) > 0 ? `${countIn(counts, id)} pending` : ''),
    style: () => 'yellow' as const,
    rank: 1,
  },
  {
    whole: ({ lastActiveAt }) => lastActiveAt ?? '',
    shown: ({ lastActiveAt }) => (lastActiveAt ? `active ${timeSince(lastActiveAt, now)}` : ''),
    style: () => 'dim' as const,
    rank: 2,
  },
  { whole: ({ description }) => description ?? '', least: 12, rank: 3 },
];

async function show(typed: string, options: GlobalOptions): Promise<void> {
  await withConnection(options, 'inbox channel show', async ({ person }) => {
    const channel = channelNamed(await ok(person.agents.get()), typed);
    if (options.json) return printJson(channel);
    const pending = countIn(await ok(person.counts.get()), channel.id);
    await printList(detailsOf(channel, pending, Date.now()), [
      { whole: ({ about }) => about },
      { whole: ({ value }) => value, least: 16 },
    ]);
  });
}

type Detail = { about: string; value: string };

function detailsOf(channel: Agent, pending: number, now: number): Detail[] {
  const { id, name, description, status, statusMessage, lastActiveAt, webhookUrl } = channel;
  const { criticalPerHour, notifyAfterSeconds } = channel;
  const isUsual = criticalPerHour === USUAL_CRITICAL_PER_HOUR;
  const all: [about: string, value: string | null][] = [
    ['id', id],
    ['name', nameOnOneLine(name)],
    ['description', description],
    ['status', [status, statusMessage].filter(Boolean).join(': ')],
    ['active', lastActiveAt && timeSince(lastActiveAt, now)],
    ['webhook', webhookUrl],
    ['notifies', notifyAfterSeconds === null ? null : `after ${notifyAfterSeconds} s`],
    ['critical', isUsual ? null : `up to ${criticalPerHour} an hour`],
    ['pending', `${pending}`],
  ];
  return all.flatMap(([about, value]) => (value ? [{ about, value }] : []));
}

async function edit(typed: string, edited: EditOptions): Promise<void> {
  const { name, description, criticalPerHour, notifyAfter, ...options } = edited;
  if (name !== undefined) mustHaveName(name, 'inbox channel edit deploys --name releases');
  const changes = {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(criticalPerHour === undefined ? {} : { criticalPerHour: countFrom(criticalPerHour) }),
    ...(notifyAfter === undefined
      ? {}
      : { notifyAfterSeconds: notifyAfter === '' ? null : parseNotifyAfter(notifyAfter) }),
  };
  if (Object.keys(changes).length === 0) {
    throw new UsageError(
      'Nothing to change: pass --name, --description, --critical-per-hour or --notify-after',
    );
  }
  await update(typed, changes, options, 'inbox channel edit');
}

function countFrom(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : Number.NaN;
  if (count <= MOST_CRITICAL_PER_HOUR) return count;
  throw new UsageError(`--critical-per-hour: a whole number from 0 to ${MOST_CRITICAL_PER_HOUR}`);
}

async function update(
  typed: string,
  changes: UpdateAgent,
  options: GlobalOptions,
  command: string,
): Promise<void> {
  await withConnection(options, command, async ({ person }) => {
    const { id, name } = channelNamed(await ok(person.agents.get()), typed);
    const changed = await ok(person.agents({ id }).patch(changes));
    if (options.json) printJson(changed);
    else if (changed.name === name) note(`Channel “${nameOnOneLine(name)}” changed.`);
    else note(`Channel “${nameOnOneLine(name)}” is now “${nameOnOneLine(changed.name)}”.`);
  });
}

async function remove(typed: string, options: RemoveOptions): Promise<void> {
  const { id, channel, held } = await withConnection(options, 'inbox channel rm', ({ person }) =>
    counting(person, typed),
  );
  const name = nameOnOneLine(channel);
  if (!options.yes) {
    mustBeTerminal('--yes');
    const question = `“${name}” has ${held}. To remove the channel and everything in it, type its name`;
    const look = lookOf(await askText({ message: question }));
    if (look !== lookOf(channel) && look !== lookOf(visible(name))) {
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
async function counting(person: Client, typed: string) {
  const { id, name } = channelNamed(await ok(person.agents.get()), typed);
  const { total } = await readPendingPage(person, { channel: id, limit: 1 });
  const pending = counted(total, 'pending question');
  return { id, channel: name, held: `${await countMessages(person, id)} and ${pending}` };
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
