import { type Command, Option } from 'commander';
import type { JsonObject } from '../../core/json.ts';
import { MessageStatus } from '../../core/messages/schema.ts';
import { LONGEST_SECONDS } from '../../core/reviews/schema.ts';
import { UsageError } from '../errors.ts';
import { shortId } from '../ids.ts';
import {
  collect,
  countFrom,
  type GlobalOptions,
  mustBeQuoted,
  parseDuration,
  readObject,
  readText,
} from '../options.ts';
import { note, noteLink, print, printJson } from '../output.ts';
import { eachOf, toField, toItem, toOption } from '../question.ts';
import { sendOnce } from '../sending.ts';
import { waitForAnswer } from '../waiting.ts';

type Options = GlobalOptions & {
  channel?: string;
  title?: string;
  description?: string;
  status?: (typeof MessageStatus.options)[number];
  payload?: string;
  expires?: string;
  clientId?: string;
  wait?: boolean;
  timeout?: string;
};
type Question = (options: Record<string, never>) => JsonObject | Promise<JsonObject>;

const LONGEST_TEXT = 256 * 1024;

export function defineAsk(command: Command): void {
  command
    .configureOutput({ outputError: (text, write) => write(withKind(text)) })
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox ask approve "Deploy 1.4.2?" -c deploys --wait && ./deploy',
    );
  kind(command, 'approve', 'approval', 'ask for a decision: by default, approve or reject')
    .option(
      '--option <id:label:style>',
      'option (repeatable); write \\: for a colon in the label',
      collect,
    )
    .option('--comment', 'allow a comment')
    .addHelpText('after', '\nExample:\n  $ inbox ask approve "Deploy 1.4.2?" -c deploys --wait');

  kind(command, 'select', 'selection', 'ask for a choice from a list')
    .option('--option <id:label>', 'item of the list (repeatable)', collect)
    .option('--multi', 'allow more than one choice')
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox ask select "Which region?" -c deploys --option eu:Europe --option us:America',
    );

  kind(command, 'form', 'form', 'ask for values in a form')
    .option(
      '--field <name:type:label:choices>',
      'field (repeatable); write `name?` for an optional field, and commas between the choices of a select',
      collect,
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox ask form "Scale to?" -c deploys --field nodes:number:Nodes --field why?:textarea:Why',
    );

  kind(command, 'text', 'text-input', 'ask for text')
    .option('--placeholder <text>', 'hint shown in the empty field')
    .option('--prefill <text>', 'text to start from')
    .option('--markdown', 'the answer is Markdown')
    .option('--min-length <count>', 'minimum length in characters', countFrom(0, LONGEST_TEXT))
    .option('--max-length <count>', 'maximum length in characters', countFrom(0, LONGEST_TEXT))
    .addHelpText('after', '\nExample:\n  $ inbox ask text "What went wrong?" -c deploys --wait');

  kind(command, 'free', 'freeform', 'ask for a JSON object')
    .option('--schema <file>', 'file with a JSON Schema for the answer, or - for standard input')
    .addHelpText('after', '\nExample:\n  $ inbox ask free "Fill in the ticket" -c deploys');
}

const payloads: Record<string, Question> = {
  approval: ({ option, comment }: { option?: string[]; comment?: boolean }) => ({
    ...(option ? { options: eachOf('--option', option, toOption, ({ id }) => id) } : {}),
    ...(comment ? { allowComment: true } : {}),
  }),
  selection: ({ option, multi }: { option?: string[]; multi?: boolean }) => ({
    ...(option ? { items: eachOf('--option', option, toItem, ({ id }) => id) } : {}),
    ...(multi ? { mode: 'multi' } : {}),
  }),
  form: ({ field }: { field?: string[] }) =>
    field ? { fields: eachOf('--field', field, toField, ({ name }) => name) } : {},
  'text-input': ({ placeholder, prefill, markdown, minLength, maxLength }: JsonObject) =>
    JSON.parse(JSON.stringify({ placeholder, prefill, markdown, minLength, maxLength })),
  freeform: async ({ schema }: { schema?: string }): Promise<JsonObject> =>
    schema ? { schema: await readObject(schema) } : {},
};

/** A subcommand that asks one kind of question, with the options that all of them have. */
function kind(ask: Command, name: string, type: string, description: string): Command {
  return ask
    .command(`${name} [text]`)
    .description(description)
    .option('-c, --channel <channel>', 'channel, by id or name (default: the only channel)')
    .option('--title <text>', 'title of the question')
    .option('--description <text>', 'background for the person who answers')
    .addOption(new Option('--status <status>', 'message status').choices(MessageStatus.options))
    .option('--payload <file>', 'file with the whole payload as JSON, or - for standard input')
    .option('--expires <duration>', 'expire after this long, such as 2h (default: 24h)')
    .option('--client-id <id>', 'idempotency key: repeating the command does not ask twice')
    .option('--wait', 'wait for the answer and print it')
    .option(
      '--timeout <duration>',
      'with --wait, stop waiting after this long, such as 10m (exit code 8)',
    )
    .allowExcessArguments()
    .action((text: string | undefined, _: unknown, self: Command) => {
      mustBeQuoted(`inbox ask ${name}`, self.args);
      return askPerson({ name, type }, text, self.optsWithGlobals());
    });
}

/** The error of commander for `inbox ask "Deploy?"`, which names no kind. */
function withKind(text: string): string {
  const [, said] = /^error: unknown command '(.*)'\n$/s.exec(text) ?? [];
  if (said === undefined) return text;
  return `error: Name the kind of question: inbox ask approve ${JSON.stringify(said)}\n`;
}

type Kind = { name: string; type: string };

async function askPerson(kind: Kind, text: string | undefined, options: Options): Promise<void> {
  const { title, description, status, expires } = options;
  const { type } = kind;
  if (options.timeout && !options.wait) throw new UsageError('--timeout requires --wait');
  const own = await payloads[type]?.(options as never);
  const file = options.payload ? await readObject(options.payload) : {};
  const heading = { ...(title ? { title } : {}), ...(description ? { description } : {}) };
  const payload = { ...file, ...heading, ...own };
  const timeout = options.timeout ? parseDuration(options.timeout, '--timeout') : undefined;
  const said = text === undefined ? {} : { text: await readText(text) };
  mustAsk(kind, said.text, payload);

  const review = { type, payload, ...(expires ? { expiresInSeconds: expiry(expires) } : {}) };
  const sent = { ...said, ...(status ? { status } : {}), review };
  const { message, publicUrl } = await sendOnce(options, {
    ...{ command: 'inbox ask', as: 'agent', said: sent },
  });
  if (options.wait) {
    const say = () => sayAsked(message.id, publicUrl);
    process.exitCode = await waitForAnswer(options, message.id, timeout, { message, say });
  } else if (options.json) printJson(message);
  else print(message.id);
}

function expiry(text: string): number {
  const seconds = parseDuration(text, '--expires');
  if (seconds > LONGEST_SECONDS) throw new UsageError('--expires: at most 365d');
  return seconds;
}

/** Nobody can answer a question without words, nor one without anything to choose from. */
function mustAsk({ name, type }: Kind, text: string | undefined, payload: JsonObject): void {
  const { title, description, prompt, items, options, fields } = payload;
  const isWritten = [text, title, description, prompt].some(
    (one) => typeof one === 'string' && one.trim() !== '',
  );
  if (!isWritten)
    throw new UsageError(`The question is empty. Example: inbox ask ${name} "Deploy?"`);
  if (type === 'selection' && isEmpty(items ?? options)) {
    throw new UsageError('At least one --option is required, such as --option eu:Europe');
  }
  if (type === 'form' && isEmpty(fields)) {
    throw new UsageError('At least one --field is required, such as --field nodes:number:Nodes');
  }
}

const isEmpty = (list: unknown) => list === undefined || (Array.isArray(list) && list.length === 0);

/** How a person can answer, and how a script that was interrupted can wait again. */
function sayAsked(id: string, publicUrl: string | null): void {
  const url = publicUrl === null ? null : `${publicUrl.replace(/\/$/, '')}/m/${id}`;
  if (!process.stderr.isTTY) {
    note(`Asked ${id}. Answer with \`inbox answer ${id}\`${url === null ? '' : `, or at ${url}`}`);
    return;
  }
  const short = shortId(id);
  note(`Asked ${short}. Answer with \`inbox answer ${short}\`${url === null ? '' : ' or here:'}`);
  if (url !== null) noteLink(url);
}
