import type { Command } from 'commander';
import { type Client, channelQuery, ok } from '../../client/client.ts';
import { messagePages } from '../../client/message-pages.ts';
import { pendingPages } from '../../client/pending.ts';
import { namedApart } from '../../core/channels/names.ts';
import type { Message } from '../../core/messages/schema.ts';
import { LARGEST_PAGE } from '../../core/pages.ts';
import { flagChannelId, withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { countFrom, type GlobalOptions } from '../options.ts';
import { note, printJsonLines, printJsonPages } from '../output.ts';
import { type Listed, messageColumns } from '../table/messages.ts';
import { listPrinter } from '../table/print.ts';

type Options = GlobalOptions & {
  pending?: boolean;
  answered?: boolean;
  all?: boolean;
  channel?: string;
  session?: string;
  search?: string;
  limit?: number;
  long?: boolean;
  jsonl?: boolean;
};

const which = ['pending', 'answered', 'all'] as const;
type Which = (typeof which)[number];

/** How many are listed when there may be far more. */
const SHOWN = 50;

export function defineList(command: Command): void {
  command
    .option('--pending', 'pending questions, soonest to expire first (the default)')
    .option('--answered', 'answered questions, latest first')
    .option('--all', 'all messages, newest first (in JSON, without retracted questions)')
    .option('-c, --channel <channel>', 'limit to this channel')
    .option('--session <session>', 'limit to this session of an agent')
    .option('--search <words>', 'limit to messages with all of these words')
    .option(
      '--limit <count>',
      `maximum number to list (default: all pending questions, otherwise ${SHOWN})`,
      countFrom(1, 10_000),
    )
    .option('--long', 'show whole ids and the kind of each question')
    .option('--jsonl', 'print one JSON object per line')
    .allowExcessArguments()
    .addHelpText(
      'after',
      `
In a pipe, each message is a line of tab-separated fields: id, channel, kind, status, expiry, answer, answered by, title. --json prints one array, with the urgency and all else; --jsonl suits long lists.

Example:
  $ inbox list --answered --search deploy`,
    )
    .action((_: unknown, self: Command) => {
      mustBeBare(self.args);
      return list(self.optsWithGlobals());
    });
}

function mustBeBare([word]: string[]): void {
  if (word === undefined) return;
  throw new UsageError(`list takes no arguments; to search: inbox list --search "${word}"`);
}

export async function list(options: Options): Promise<void> {
  const wanted = whichOf(options);
  await withConnection(options, 'inbox list', async ({ person }) => {
    const channel = options.channel && (await flagChannelId(person, options.channel));
    const query = {
      channel: channel || undefined,
      session: options.session,
      search: options.search,
    };
    const limit = options.limit ?? limitOf[wanted];
    const found = find(person, wanted, query);
    if (options.jsonl) return printJsonLines(atMost(limit, found));
    if (options.json) return printJsonPages(atMost(limit, found));
    const isWhole =
      wanted === 'all' && options.search === undefined && options.session === undefined;
    const rows = isWhole ? withRetracted(person, query, found) : found;
    const count = await printRows(person, atMost(limit, rows), options);
    if (count === 0) note(nothingOf(wanted, options));
  });
}

const limitOf: Record<Which, number> = { pending: Infinity, answered: SHOWN, all: SHOWN };

function whichOf(options: Options): Which {
  const [first = 'pending', second] = which.filter((one) => options[one]);
  if (second === undefined) return first;
  throw new UsageError(`--${first} and --${second} cannot be used together`);
}

function nothingOf(wanted: Which, { search, session, channel }: Options): string {
  if (search !== undefined) return `No match for “${search}”.`;
  if (session !== undefined) return `Nothing of the session “${session}”.`;
  if (wanted === 'pending') {
    return channel === undefined
      ? 'No pending questions.'
      : `No pending questions in “${channel}”.`;
  }
  return wanted === 'all' ? 'No messages.' : 'No answered questions.';
}

/** Prints each page as it arrives, and returns the number of rows. */
async function printRows(
  person: Client,
  pages: AsyncIterable<Listed[]>,
  { long: isLong = false }: Options,
): Promise<number> {
  // Requested together with the first page.
  const printing = ok(person.agents.get()).then((all) => {
    const channels = namedApart(all);
    const channelName = (id: string) => channels.find((one) => one.id === id)?.name ?? id;
    return listPrinter(messageColumns({ channelName, now: Date.now(), isLong }));
  });
  printing.catch(() => {});
  let count = 0;
  for await (const page of pages) {
    await (await printing)(page);
    count += page.length;
  }
  return count;
}

type Query = {
  channel: string | undefined;
  session: string | undefined;
  search: string | undefined;
};

function find(
  person: Client,
  wanted: Which,
  { channel, session, search }: Query,
): AsyncGenerator<Message[]> {
  const narrowed = {
    ...(session === undefined ? {} : { session }),
    ...(search === undefined ? {} : { search }),
  };
  if (wanted === 'pending')
    return pendingPages(person, { ...(channel === undefined ? {} : { channel }), ...narrowed });
  const ended = { review: 'completed' as const, order: 'ended' as const };
  return messagePages(person, {
    ...channelQuery(channel),
    ...narrowed,
    ...(wanted === 'answered' ? ended : {}),
  });
}

/** Merges the latest retracted questions into a list of all messages. */
async function* withRetracted(
  person: Client,
  { channel }: Query,
  pages: AsyncIterable<Message[]>,
): AsyncGenerator<Listed[]> {
  const query = { ...channelQuery(channel), limit: LARGEST_PAGE };
  let left: Listed[] = await ok(person.reviews.retracted.get({ query }));
  for await (const page of pages) {
    const last = page.at(-1)?.id ?? '~';
    yield [...page, ...left.filter(({ id }) => id > last)].sort(newestFirst);
    left = left.filter(({ id }) => id < last);
  }
  yield left.sort(newestFirst);
}

const newestFirst = (one: Listed, other: Listed) => (one.id < other.id ? 1 : -1);

async function* atMost<One>(count: number, pages: AsyncIterable<One[]>): AsyncGenerator<One[]> {
  let left = count;
  for await (const page of pages) {
    yield page.slice(0, left);
    left -= page.length;
    if (left <= 0) return;
  }
}
