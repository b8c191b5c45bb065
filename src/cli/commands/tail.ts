import type { Command } from 'commander';
import { type Client, ok } from '../../client/client.ts';
import { InboxError } from '../../core/errors.ts';
import { type Connection, flagChannelId, withConnection } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { type GlobalOptions, parseDuration } from '../options.ts';
import { printBeginning } from '../tail/beginning.ts';
import { followServer, knownChannels } from '../tail/follow.ts';
import { printLogged, readLogged } from '../tail/from-log.ts';
import { jsonPrinter } from '../tail/json.ts';
import { pendingOnly } from '../tail/printer.ts';
import { screenPrinter } from '../tail/screen.ts';
import { whyNotLetIn } from '../triage/trouble.ts';

type Options = GlobalOptions & {
  channel?: string;
  pending?: boolean;
  since?: string;
  after?: string;
  /** False with --no-follow; commander gives an option defined this late no default. */
  follow?: false;
};

export function defineTail(command: Command): void {
  command
    .option('-c, --channel <channel>', 'limit to this channel')
    .option('--pending', 'show every pending question, then how each one ends')
    .option(
      '--since <duration>',
      'start this far back, such as 1h (default: the last ten messages)',
    )
    .option('--after <seq>', 'start after the event with this `seq`')
    .option('--no-follow', 'print past events and exit')
    .addHelpText(
      'after',
      '\nIn a pipe, each event is one line of JSON, with its name in `event`. To continue later, pass the last `seq` to --after.',
    )
    .addHelpText('after', '\nExample:\n  $ inbox tail --since 1h --no-follow')
    .action((_: unknown, self: Command) => tail(self.optsWithGlobals()));
}

async function tail(options: Options): Promise<void> {
  const after = afterOf(options);
  const { pending = false, since } = options;
  const channels = knownChannels();
  const isPretty = process.stdout.isTTY && !options.json;
  const printer = isPretty ? screenPrinter(channels) : jsonPrinter();
  const print = pending ? pendingOnly(printer.event) : printer.event;
  const sinceMs = since === undefined ? null : parseDuration(since, '--since') * 1000;
  const { channel, begin } = await withConnection(options, 'inbox tail', async (connection) => {
    const client = connection.person;
    const channel = await channelOf(connection, options);
    const wanted = { channel, pending, sinceMs };
    const begin = (client: Client) => printBeginning(client, wanted, print);
    channels.learn(await ok(client.agents.get()));
    const isPast = options.follow === false;
    const where = { client, channel };
    if (after === null) await (isPast && begin(client));
    // A position that the log no longer has is an error here; later it is only a note.
    else
      await (isPast ? printLogged(where, after, print) : readLogged(where, after)).catch(
        saying(after),
      );
    return { channel, begin };
  });
  if (options.follow === false) return;
  const from = after === null ? { place: { after: 'now' as const }, begin } : { place: { after } };
  const shown = { ...printer, event: print };
  await followServer(options, { channel, ...from }, channels, shown).catch((error) => {
    throw whyNotLetIn(error, options);
  });
}

function afterOf({ after, since, pending }: Options): number | null {
  if (after === undefined) return null;
  if (since !== undefined || pending)
    throw new UsageError(`--after cannot be combined with ${pending ? '--pending' : '--since'}`);
  if (!/^\d{1,15}$/.test(after))
    throw new UsageError('--after must be a whole number: the `seq` of an event');
  return Number(after);
}

const saying = (after: number) => (error: unknown) => {
  if (!(error instanceof InboxError) || error.code !== 'gone') throw error;
  const sentence = `The inbox has no event ${after}, or no longer keeps what came after it. Run \`inbox tail\` without --after`;
  throw new InboxError('gone', sentence, error.details);
};

async function channelOf({ person, speaksAs }: Connection, { channel }: Options) {
  if (channel !== undefined) return flagChannelId(person, channel);
  if (speaksAs === 'person') return undefined;
  throw new UsageError('With an API key, --channel is required');
}
