import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { readAllPending } from '../../client/pending.ts';
import type { Message } from '../../core/messages/schema.ts';
import { findChannelId, withConnection } from '../connect.ts';
import { countFrom, type GlobalOptions } from '../options.ts';
import { note, print, printJson } from '../output.ts';
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
    const messages = await find(person, options, channel || undefined);
    if (options.json) return printJson(messages);
    if (messages.length === 0) return note(options.all ? 'No messages.' : 'Nothing waits for you.');
    const channels = await ok(person.agents.get());
    const nameOf = (id: string) => channels.find((one) => one.id === id)?.name ?? id;
    print(messageRows(messages, nameOf, Date.now()));
  });
}

async function find(person: Client, options: Options, channel?: string): Promise<Message[]> {
  const only = channel === undefined ? {} : { channel };
  if (!options.all && options.search === undefined) {
    return readAllPending(person, only);
  }
  const { search, limit } = options;
  const query = { ...only, limit, ...(search === undefined ? {} : { search }) };
  return (await ok(person.messages.get({ query }))).data;
}
