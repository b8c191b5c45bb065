import type { Command } from 'commander';
import { type Client, ok, within } from '../../client/client.ts';
import { messagePages } from '../../client/message-pages.ts';
import { readAfter } from '../../client/missed.ts';
import { oldestPending } from '../../client/pending.ts';
import { idAt, timeOfId } from '../../core/ids.ts';
import type { Message } from '../../core/messages/schema.ts';
import { type Connection, flagChannelId, withConnection } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { type GlobalOptions, parseDuration } from '../options.ts';
import { type ChannelNames, follow } from '../tail/follow.ts';
import { jsonPrinter } from '../tail/json.ts';
import { type PrintEvent, pendingOnly } from '../tail/printer.ts';
import { screenPrinter } from '../tail/screen.ts';
import { whyNotLetIn } from '../triage/trouble.ts';

type Options = GlobalOptions & {
  channel?: string;
  pending?: boolean;
  since?: string;
  /** False where --no-follow stands; commander gives an option that is defined so late no default. */
  follow?: false;
};

const SHOWN_FIRST = 10;

export function defineTail(command: Command): void {
  command
    .option('-c, --channel <channel>', 'limit to this channel')
    .option('--pending', 'show every pending question, then how each one ends')
    .option(
      '--since <duration>',
      'start this far back, such as 1h (default: the last ten messages)',
    )
    .option('--no-follow', 'print past events and exit')
    .addHelpText('after', '\nIn a pipe, each event is one line of JSON, with its name in `event`.')
    .addHelpText('after', '\nExample:\n  $ inbox tail --since 1h --no-follow')
    .action((_: unknown, self: Command) => tail(self.optsWithGlobals()));
}

async function tail(options: Options): Promise<void> {
  const names: ChannelNames = new Map();
  const isPretty = process.stdout.isTTY && !options.json;
  const printer = isPretty ? screenPrinter(names) : jsonPrinter();
  const event = options.pending ? pendingOnly(printer.event) : printer.event;
  const where = await withConnection(options, 'inbox tail', async (connection) => {
    const channel = await channelOf(connection, options);
    const client = connection.person;
    for (const { id, name } of await ok(client.agents.get())) names.set(id, name);
    const after = await beginning(client, options, channel);
    await printEarlier(client, options, { channel, after }, event);
    if (options.follow === false) await printAll(client, options, { channel, after }, event);
    return { channel, after };
  });
  if (options.follow === false) return;
  await follow(options, where, names, { ...printer, event }).catch((error) => {
    throw whyNotLetIn(error, options);
  });
}

async function channelOf({ person, speaksAs }: Connection, { channel }: Options) {
  if (channel !== undefined) return flagChannelId(person, channel);
  if (speaksAs === 'person') return undefined;
  throw new UsageError('With an API key, --channel is required');
}

/** The id after which it begins. */
async function beginning(client: Client, options: Options, channel?: string): Promise<string> {
  if (options.pending) {
    const oldest = await oldestPending(client, channel);
    // Just before it: a text stands after its own beginning.
    if (oldest !== undefined) return oldest.id.slice(0, -1);
  }
  if (options.since !== undefined) {
    return idAt(Math.max(0, Date.now() - parseDuration(options.since, '--since') * 1000));
  }
  const query = { ...within(channel), limit: SHOWN_FIRST + 1 };
  const { data } = await ok(client.messages.get({ query }));
  return data[SHOWN_FIRST]?.id ?? '0';
}

type Where = { channel: string | undefined; after: string };

/** The answers since then to questions that were asked earlier. */
async function printEarlier(
  client: Client,
  { since, pending }: Options,
  { channel, after }: Where,
  print: PrintEvent,
): Promise<void> {
  if (since === undefined || pending) return;
  const ended = { ...within(channel), review: 'completed' as const, order: 'ended' as const };
  const earlier: Message[] = [];
  for await (const page of messagePages(client, ended)) {
    const recent = page.filter(({ review }) => `${review?.respondedAt}` >= timeOfId(after));
    earlier.push(...recent.filter(({ id }) => id <= after));
    if (recent.length < page.length) break;
  }
  for (const message of earlier.reverse()) print('review:responded', message);
}

async function printAll(
  client: Client,
  { pending }: Options,
  { channel, after }: Where,
  print: PrintEvent,
): Promise<void> {
  const only = {
    ...(channel === undefined ? {} : { channel }),
    ...(pending ? { review: 'pending' as const } : {}),
  };
  for (const message of await readAfter(client, after, only)) print('message:created', message);
}
