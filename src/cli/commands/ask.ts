import { type Command, Option } from 'commander';
import type { JsonObject } from '../../core/json.ts';
import { MessageStatus } from '../../core/messages/schema.ts';
import { HEADING } from '../../core/reviews/kinds/labels.ts';
import { type KindName, kindNames } from '../../core/reviews/kinds/words.ts';
import { parsePayload } from '../../core/reviews/kinds.ts';
import { LONGEST_SECONDS } from '../../core/reviews/schema.ts';
import { questionLink } from '../../core/urls.ts';
import { type DefaultOptions, defaultFrom, withDefaultFlags } from '../default-flags.ts';
import { UsageError } from '../errors.ts';
import { shortId } from '../ids.ts';
import type { AskFlags } from '../kinds/kind.ts';
import { terminalOf } from '../kinds/kinds.ts';
import { assertStdoutThere } from '../once.ts';
import {
  type GlobalOptions,
  mustBeQuoted,
  parseDuration,
  parseTimeout,
  readObject,
  readText,
} from '../options.ts';
import { note, noteLink, print, printJson } from '../output.ts';
import { type ReachOptions, reachFrom, withReachFlags } from '../reach/ask-flags.ts';
import { sendOnce } from '../sending.ts';
import { deadlineAfter, waitForAnswer } from '../waiting.ts';

const LOWERED =
  'Lowered to high: the channel or its key has asked enough critical questions within an hour.';

type Options = GlobalOptions &
  DefaultOptions &
  ReachOptions & {
    channel?: string;
    title?: string;
    description?: string;
    status?: (typeof MessageStatus.options)[number];
    payload?: string;
    expires?: string;
    clientId?: string;
    wait?: boolean;
    hold?: boolean;
    timeout?: string;
  };

export function defineAsk(command: Command): void {
  command
    .configureOutput({ outputError: (text, write) => write(withKind(text)) })
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox ask approve "Deploy 1.4.2?" -c deploys --wait && ./deploy',
    );
  for (const type of kindNames) {
    const { ask } = terminalOf(type).flags;
    if (ask) ask.define(subcommand(command, type, ask));
  }
}

/** Defines the subcommand for one kind of question, with the options that all kinds share. */
function subcommand(command: Command, type: KindName, ask: AskFlags): Command {
  const { name, about, argument } = ask;
  const asks = command
    .command(`${name} [${argument?.name ?? 'text'}]`)
    .description(about)
    .option('-c, --channel <channel>', 'channel, by id or name (default: the only channel)')
    .option('--title <text>', 'title of the question')
    .option('--description <text>', 'background for the person who answers')
    .addOption(new Option('--status <status>', 'message status').choices(MessageStatus.options))
    .option('--payload <file>', 'file with the whole payload as JSON, or - for standard input')
    .option('--expires <duration>', 'expire after this long, such as 2h (default: 24h)')
    .option('--client-id <id>', 'idempotency key: repeating the command does not ask twice')
    .option('--wait', 'wait for the answer and print it')
    .option('--hold', 'with --wait, withdraw the question if this command ends before the answer')
    .option(
      '--timeout <duration>',
      'with --wait, stop waiting after this long, such as 10m; 0 checks once (exit code 8)',
    );
  return withDefaultFlags(withReachFlags(asks), ask)
    .allowExcessArguments()
    .action((given: string | undefined, _: unknown, self: Command) => {
      mustBeQuoted(`inbox ask ${name}`, self.args);
      return askPerson({ ask, type }, given, self.optsWithGlobals());
    });
}

/** Extends commander's error for `inbox ask "Deploy?"`, which names no kind. */
function withKind(text: string): string {
  const [, said] = /^error: unknown command '(.*)'\n$/s.exec(text) ?? [];
  if (said === undefined) return text;
  return `error: Name the kind of question: inbox ask approve ${JSON.stringify(said)}\n`;
}

type Kind = { ask: AskFlags; type: KindName };

async function askPerson(kind: Kind, given: string | undefined, options: Options): Promise<void> {
  const { title, description, status, expires } = options;
  const { ask, type } = kind;
  if (options.timeout && !options.wait) throw new UsageError('--timeout requires --wait');
  if (options.hold && !options.wait) throw new UsageError('--hold requires --wait');
  const own = await ask.payload(options as never);
  const file = options.payload ? await readObject(options.payload) : {};
  const heading = { ...(title ? { title } : {}), ...(description ? { description } : {}) };
  const { said, argued } = await argumentOf(ask, given);
  const payload = { ...file, ...heading, ...argued, ...own };
  const deadline = deadlineAfter(options.timeout ? parseTimeout(options.timeout) : undefined);
  mustAsk(ask, said.text, payload);

  const review = { type, payload, ...(expires ? { expiresInSeconds: expiry(expires) } : {}) };
  const fallback = await defaultFrom(options, { ask, type, payload });
  assertStdoutThere(options.wait ? 'The answer' : 'The id of the question', 'asked');
  sayUnclear(kind, payload);
  const { message, publicUrl } = await sendOnce(options, {
    command: 'inbox ask',
    as: 'agent',
    deadline,
    said: async (connection) => ({
      ...said,
      ...(status ? { status } : {}),
      review: {
        ...review,
        ...fallback,
        ...(options.hold ? { hold: true } : {}),
        ...(await reachFrom(options, connection)),
      },
    }),
  });
  const { warning = null, setUp } = message.review?.reach ?? {};
  if (message.review?.lowered) note(LOWERED);
  // In a new inbox it is to be expected.
  if (warning !== null) note(`${setUp === false ? 'Tip' : 'Warning'}: ${warning}.`);
  if (options.wait) {
    const say = () => sayAsked(message.id, publicUrl);
    await waitForAnswer(options, message.id, deadline, { message, say });
  } else if (options.json) printJson(message);
  else print(message.id);
}

type Argued = { said: { text?: string }; argued: JsonObject };

/** The argument is the text of the message, unless the kind reads a part of the payload from it. */
async function argumentOf({ argument }: AskFlags, given: string | undefined): Promise<Argued> {
  if (given === undefined) return { said: {}, argued: {} };
  if (argument) return { said: {}, argued: await argument.read(given) };
  return { said: { text: await readText(given) }, argued: {} };
}

function expiry(text: string): number {
  const seconds = parseDuration(text, '--expires');
  if (seconds > LONGEST_SECONDS) throw new UsageError('--expires: at most 365d');
  return seconds;
}

/** A question needs a text or a title, and something to choose from; one made of its argument needs that. */
function mustAsk(
  { name, argument, check }: AskFlags,
  text: string | undefined,
  payload: JsonObject,
): void {
  const isWritten = [text, ...HEADING.map((part) => payload[part])].some(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  if (!isWritten && !argument)
    throw new UsageError(`The question is empty. Example: inbox ask ${name} "Deploy?"`);
  check?.(payload);
}

function sayUnclear({ ask, type }: Kind, payload: JsonObject): void {
  const parsed = parsePayload(type, payload);
  const unclear = parsed.success ? ask.unclear?.(parsed.data) : undefined;
  if (unclear !== undefined) note(unclear);
}

/** Prints how a person can answer, and how an interrupted script can wait again. */
function sayAsked(id: string, publicUrl: string | null): void {
  const url = publicUrl === null ? null : questionLink(publicUrl, id);
  if (!process.stderr.isTTY) {
    note(`Asked ${id}. Answer with \`inbox answer ${id}\`${url === null ? '' : `, or at ${url}`}`);
    return;
  }
  const short = shortId(id);
  note(`Asked ${short}. Answer with \`inbox answer ${short}\`${url === null ? '' : ' or here:'}`);
  if (url !== null) noteLink(url);
}
