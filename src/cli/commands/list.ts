import type { Command } from 'commander';
import { type Client, ok, within } from '../../client/client.ts';
import { pendingPages } from '../../client/pending.ts';
import type { Message } from '../../core/messages/schema.ts';
import { findChannelId, withConnection } from '../connect.ts';
import { countFrom, type GlobalOptions } from '../options.ts';
import { note, printJsonPages, printPage } from '../output.ts';
import { messageRows } from '../render.ts';

type Options = GlobalOptions & {
  pending?: boolean;
  all?: boolean;
  channel?: string;
  search?: string;
  limit: number;
};

export function defineList(command: Command): void {
  command
    .option('--pending', 'what waits, soonest to expire first (the default)')
    .option('--all', 'all messages, newest first')
    .option('-c, --channel <channel>', 'of one channel only')
    .option('--search <words>', 'with --all: messages that hold every word')
    .option('--limit <count>', 'with --all: how many, at most 100', countFrom(1, 100), 50)
    .addHelpText('after', '\nExample:\n  $ inbox list --pending')
    .action((_: unknown, self: Command) => list(self.optsWithGlobals()));
}

/** What waits, as `inbox list` prints it. */
export const listPending = (options: GlobalOptions) => list({ ...options, limit: 50 });

async function list(options: Options): Promise<void> {
  await withConnection(options, 'inbox list', async ({ person }) => {
    const channel = options.channel && (await findChannelId(person, options.channel));
    const pages = find(person, options, channel || undefined);
    if (options.json) return printJsonPages(pages);
    const count = await printRows(person, pages);
    if (count === 0) note(options.all ? 'No messages.' : 'Nothing waits for you.');
  });
}

/** Each page as it arrives; how many messages there were. */
async function printRows(person: Client, pages: AsyncIterable<Message[]>): Promise<number> {
  const channels = await ok(person.agents.get());
  const rows = messageRows((id) => channels.find((one) => one.id === id)?.name ?? id);
  let count = 0;
  for await (const page of pages) {
    if (page.length === 0) continue;
    await printPage(rows(page, Date.now()));
    count += page.length;
  }
  return count;
}

async function* find(
  person: Client,
  options: Options,
  channel?: string,
): AsyncGenerator<Message[]> {
  const only = channel === undefined ? {} : { channel };
  if (!options.all && options.search === undefined) return yield* pendingPages(person, only);
  const { search, limit } = options;
  const query = { ...within(channel), limit, ...(search === undefined ? {} : { search }) };
  yield (await ok(person.messages.get({ query }))).data;
}
