import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { followLive } from '../../client/live.ts';
import type { EventName, EventPayload } from '../../core/events.ts';
import { idAt } from '../../core/ids.ts';
import type { Message } from '../../core/messages/schema.ts';
import { connect, findChannelId, withConnection } from '../connect.ts';
import { UsageError } from '../errors.ts';
import { type GlobalOptions, parseDuration } from '../options.ts';
import { note } from '../output.ts';
import { jsonPrinter } from '../tail/json.ts';
import { screenPrinter } from '../tail/screen.ts';

type Options = GlobalOptions & {
  channel?: string;
  pending?: boolean;
  since?: string;
  /** False where --no-follow stands. */
  follow?: false;
};
/** What takes the events, to show them. */
export type Printer = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;

const SHOWN_FIRST = 10;

export function defineTail(command: Command): void {
  command
    .option('-c, --channel <channel>', 'of one channel only')
    .option('--pending', 'only what waits for an answer, and how it ends')
    .option('--since <duration>', 'begin so long ago, such as 1h (default: the last ten messages)')
    .option('--no-follow', 'print what is there and end')
    .addHelpText('after', '\nExample:\n  $ inbox tail --since 1h --no-follow')
    .action((_: unknown, self: Command) => tail(self.optsWithGlobals()));
}

async function tail(options: Options): Promise<void> {
  const start = await withConnection(options, 'inbox tail', async (connection) => {
    const client = connection.person;
    if (connection.speaksAs === 'agent' && options.channel === undefined) {
      throw new UsageError('An API key follows one channel: give --channel');
    }
    const channel = options.channel && (await findChannelId(client, options.channel));
    const channels = await ok(client.agents.get());
    const after = await beginning(client, options, channel || undefined);
    return { channel: channel || undefined, channels, after };
  });
  const names = new Map(start.channels.map(({ id, name }) => [id, name]));
  const isPretty = process.stdout.isTTY && !options.json;
  const printer = isPretty ? screenPrinter(names) : jsonPrinter();
  const print = options.pending ? pendingOnly(printer) : printer;
  if (options.follow === false) await printAll(options, start, print);
  else await follow(options, start, print);
}

type Start = { channel: string | undefined; after: string };

/** The id after which it begins. */
async function beginning(client: Client, { since }: Options, channel?: string): Promise<string> {
  if (since !== undefined) return idAt(Date.now() - parseDuration(since) * 1000);
  const only = channel === undefined ? {} : { channel };
  const { data } = await ok(client.messages.get({ query: { ...only, limit: SHOWN_FIRST + 1 } }));
  return data[SHOWN_FIRST]?.id ?? '0';
}

async function printAll(options: Options, { channel, after }: Start, print: Printer) {
  await withConnection(options, 'inbox tail', async ({ person }) => {
    const only = channel === undefined ? {} : { channel };
    let from: string | null = after;
    while (from !== null) {
      const page: { data: Message[]; nextCursor: string | null } = await ok(
        person.messages.get({ query: { ...only, limit: 100, after: from } }),
      );
      for (const message of page.data) print('message:created', message);
      from = page.nextCursor;
    }
  });
}

/** Until it is interrupted, or no longer let in. */
async function follow(options: Options, { channel, after }: Start, print: Printer) {
  const told = { missing: false };
  const source = async () => {
    const connection = await connect(options, 'inbox tail');
    await connection.close();
    if (connection.url !== null) {
      told.missing = false;
      return {
        url: connection.url,
        credentials: connection.credentials,
        client: connection.person,
      };
    }
    if (!told.missing) note('No server is running; waiting for `inbox serve`.');
    told.missing = true;
    throw new Error('There is no server to follow');
  };
  const live = followLive(
    { source, after, channel },
    {
      event: print,
      state(state) {
        if (state === 'lost') note('The connection is lost; trying again.');
      },
    },
  );
  await live.ended;
  throw new UsageError('The inbox no longer lets this key or token in');
}

/** Questions and their ends: of all other messages nothing. */
function pendingOnly(print: Printer): Printer {
  const asked = new Set<string>();
  return (name, payload) => {
    const { id, messageId, review } = payload as Partial<Message> & { messageId?: string };
    const about = id ?? messageId ?? '';
    if (name === 'message:created' && review?.status === 'pending') asked.add(about);
    if (asked.has(about)) print(name, payload);
  };
}
