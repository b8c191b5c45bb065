import { type Command, Option } from 'commander';
import type { JsonObject } from '../../core/json.ts';
import { MessageStatus } from '../../core/messages/schema.ts';
import { UsageError } from '../errors.ts';
import {
  collect,
  countFrom,
  type GlobalOptions,
  parseDuration,
  readObject,
  readText,
} from '../options.ts';
import { print, printJson } from '../output.ts';
import { toField, toItem, toOption } from '../question.ts';
import { sendOnce } from '../sending.ts';
import { waitForAnswer } from '../waiting.ts';

type Options = GlobalOptions & {
  channel: string;
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
  kind(command, 'approve', 'approval', 'ask for one of a few options, by default approve or reject')
    .option('--option <id:label:style>', 'an option, again for more', collect)
    .option('--comment', 'let the person add a comment')
    .addHelpText('after', '\nExample:\n  $ inbox ask approve "Deploy 1.4.2?" -c deploys --wait');

  kind(command, 'select', 'selection', 'ask to choose from a list')
    .option('--option <id:label>', 'an item, again for more', collect)
    .option('--multi', 'let the person choose more than one')
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox ask select "Which region?" -c deploys --option eu:Europe --option us:America',
    );

  kind(command, 'form', 'form', 'ask for the fields of a form')
    .option(
      '--field <name:type:label:choices>',
      'a field, again for more; `name?` is optional, choices of a select are a,b,c',
      collect,
    )
    .addHelpText(
      'after',
      '\nExample:\n  $ inbox ask form "Scale to?" -c deploys --field nodes:number:Nodes --field why?:textarea:Why',
    );

  kind(command, 'text', 'text-input', 'ask for a text')
    .option('--placeholder <text>', 'what stands in the empty field')
    .option('--prefill <text>', 'what the person starts from')
    .option('--markdown', 'the answer is markdown')
    .option('--min-length <count>', 'the shortest answer', countFrom(0, LONGEST_TEXT))
    .option('--max-length <count>', 'the longest answer', countFrom(0, LONGEST_TEXT))
    .addHelpText('after', '\nExample:\n  $ inbox ask text "What went wrong?" -c deploys --wait');

  kind(command, 'free', 'freeform', 'ask for a JSON object')
    .option('--schema <file>', 'the JSON Schema it must fit, - for standard input')
    .addHelpText('after', '\nExample:\n  $ inbox ask free "Fill in the ticket" -c deploys');
}

const payloads: Record<string, Question> = {
  approval: ({ option, comment }: { option?: string[]; comment?: boolean }) => ({
    ...(option ? { options: option.map(toOption) } : {}),
    ...(comment ? { allowComment: true } : {}),
  }),
  selection: ({ option, multi }: { option?: string[]; multi?: boolean }) => ({
    ...(option ? { items: option.map(toItem) } : {}),
    ...(multi ? { mode: 'multi' } : {}),
  }),
  form: ({ field }: { field?: string[] }) => (field ? { fields: field.map(toField) } : {}),
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
    .requiredOption('-c, --channel <channel>', 'the channel, by id or name')
    .option('--title <text>', 'the title of the question')
    .option('--description <text>', 'what the person should know')
    .addOption(new Option('--status <status>', 'how it is marked').choices(MessageStatus.options))
    .option('--payload <file>', 'the whole payload as JSON, - for standard input')
    .option('--expires <duration>', 'how long it may be answered, such as 2h (default 24h)')
    .option('--client-id <id>', 'asking again with the same id asks once')
    .option('--wait', 'wait for the answer and print it')
    .option('--timeout <duration>', 'with --wait: give up after so long (exit code 8)')
    .action((text: string | undefined, _: unknown, self: Command) =>
      askPerson(type, text, self.optsWithGlobals()),
    );
}

async function askPerson(type: string, text: string | undefined, options: Options): Promise<void> {
  const { title, description, status } = options;
  if (options.timeout && !options.wait) throw new UsageError('--timeout goes with --wait');
  const own = await payloads[type]?.(options as never);
  const file = options.payload ? await readObject(options.payload) : {};
  const heading = { ...(title ? { title } : {}), ...(description ? { description } : {}) };
  const payload = { ...file, ...heading, ...own };
  const expires = options.expires ? { expiresInSeconds: parseDuration(options.expires) } : {};
  const timeout = options.timeout ? parseDuration(options.timeout) : undefined;
  const said = text === undefined ? {} : { text: await readText(text) };

  const review = { type, payload, ...expires };
  const sent = { ...said, ...(status ? { status } : {}), review };
  const { message, publicUrl } = await sendOnce(options, {
    ...{ command: 'inbox ask', as: 'agent', said: sent },
  });
  if (options.wait) {
    const line = asked(message.id, publicUrl);
    process.exitCode = await waitForAnswer(options, message.id, timeout, line);
  } else if (options.json) printJson(message);
  else print(message.id);
}

/** One line that lets a person answer, and a script that was interrupted wait again. */
const asked = (id: string, publicUrl: string | null) =>
  publicUrl === null
    ? `Asked ${id}: answer with \`inbox answer ${id}\``
    : `Asked ${id}: answer with \`inbox answer ${id}\`, or at ${publicUrl.replace(/\/$/, '')}/m/${id}`;
