import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { codeOf, exitOf } from '../../core/error-codes.ts';
import { withConnection } from '../connection.ts';
import { exit, UsageError } from '../errors.ts';
import { collect, type GlobalOptions, readInput } from '../options.ts';
import { jsonOf, note, print } from '../output.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

type Options = GlobalOptions & {
  field?: string[];
  input?: string;
  as: 'agent' | 'user';
};

export function defineApi(command: Command): void {
  command
    .addArgument(
      new Argument('<method>', 'method of the request').choices(methods).argParser(readMethod),
    )
    .argument('<path>', 'path below /api/v1, such as /reviews/pending')
    .option(
      '--field <name=value>',
      'field of the JSON body, or of the query of a GET (repeatable); a value that is JSON is sent as JSON',
      collect,
    )
    .option('--input <file>', 'file with the body, or - for standard input')
    .addOption(
      new Option('--as <caller>', 'who sends the request')
        .choices(['agent', 'user'])
        .default('user'),
    )
    .addHelpText(
      'after',
      '\nThe response is printed as it is. For a status of 400 or more, the exit code is that of the same error of another command.\n\nExample:\n  $ inbox api GET /reviews/pending --field limit=5',
    )
    .action((method: string, path: string, _: unknown, self: Command) =>
      api(method, path, self.optsWithGlobals()),
    );
}

async function api(method: string, path: string, options: Options): Promise<void> {
  const { url, body } = await requestOf(method, path, options);
  await withConnection(options, 'inbox api', async ({ request }) => {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const as = options.as === 'user' ? 'person' : 'agent';
    const response = await request(url, as, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    if (response.ok) return printBody(response);
    const code = codeOf(response.status);
    process.exitCode = code ? exit[exitOf(code)] : exit.error;
    await printBody(response);
    note(`error: HTTP ${response.status}`);
  });
}

function readMethod(typed: string): string {
  const method = typed.toUpperCase();
  if (methods.includes(method)) return method;
  throw new InvalidArgumentError(`Use ${methods.join(', ')}.`);
}

/** A GET has no body: its fields are a query. */
async function requestOf(method: string, path: string, { field = [], input }: Options) {
  const url = new URL(`http://inbox/${path.replace(/^\/+/, '').replace(/^api\/v1\//, '')}`);
  if (field.length > 0 && input !== undefined) {
    throw new UsageError('--field and --input cannot be used together');
  }
  const fields = field.map(readField);
  const isQuery = method === 'GET' || method === 'HEAD';
  if (isQuery && input !== undefined) throw new UsageError(`A ${method} has no body: use --field`);
  if (isQuery) for (const [name, text] of fields) url.searchParams.append(name, text);
  return { url: `${url.pathname}${url.search}`, body: await bodyOf() };

  async function bodyOf() {
    if (input !== undefined) return readInput(input);
    if (isQuery || fields.length === 0) return undefined;
    return JSON.stringify(Object.fromEntries(fields.map(([name, text]) => [name, jsonIn(text)])));
  }
}

function readField(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  throw new UsageError(`--field: “${text}” has no name. Use --field name=value`);
}

/** `5`, `true`, `null` and `{"a":1}` are JSON; any other text is itself. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Prints bytes as they are; on a terminal, text that it is safe to show. */
async function printBody(response: Response): Promise<void> {
  if (!process.stdout.isTTY) {
    for await (const chunk of response.body ?? []) process.stdout.write(chunk);
    return;
  }
  const text = await response.text();
  const value = jsonIn(text);
  if (text !== '') print(value === text ? text : jsonOf(value));
}
