import { type Command, Option } from 'commander';
import { clientNames, clients, isClientName } from '../../agents/clients.ts';
import { hooks } from '../../agents/hooks.ts';
import { configOf, readSettings } from '../../config.ts';
import { ASKED_NOTHING } from '../../core/hooks/schema.ts';
import { isJsonObject, type JsonObject, parseJson } from '../../core/json.ts';
import { decodeText } from '../../core/text.ts';
import { timerMs } from '../../core/timers.ts';
import { isRunning } from '../../replace-file.ts';
import { findRun } from '../../run-file.ts';
import { version as ownVersion } from '../../version.ts';
import { presenceFor } from '../at-machine.ts';
import { findConnected } from '../connected.ts';
import { exit } from '../errors.ts';
import { countFrom, type GlobalOptions } from '../options.ts';
import { note } from '../output.ts';

type Options = GlobalOptions & { fail: string; while?: number; header?: boolean };

/** The exit code by which a hook refuses its tool, in every client that runs hooks as commands. */
const REFUSED = exit.usage;

export function defineHook(command: Command): void {
  command
    .argument('<client>', `the coding agent: ${clientNames.join(' or ')}`)
    .addOption(
      new Option('--fail <how>', 'what it means that nobody decides')
        .choices(['open', 'closed'])
        .default('open'),
    )
    .option(
      '--while <pid>',
      'wait only while this process runs (default: the one that started it)',
      countFrom(1, 2 ** 31),
    )
    .option('--header', 'print the header that has the key, as JSON')
    .addHelpText(
      'after',
      `
A coding agent runs this command at its hooks; \`inbox connect\` sets that up. It sends what it reads from stdin to the inbox, without what a tool has returned, and prints the answer alone.

If the inbox cannot be reached, or nobody decides, nothing is printed: the agent goes on as it would without a hook. With --fail closed it exits ${REFUSED} then and says why on stderr, by which agents refuse the tool.

Example:
  $ echo '{"hook_event_name":"SessionEnd","session_id":"s1"}' | inbox hook claude`,
    )
    .action((client: string, _: unknown, self: Command) => hook(client, self.optsWithGlobals()))
    // A wrong command line decides nothing either, unless it says how to fail.
    .exitOverride((error) => {
      const saysHow = process.argv.some((one) => one.startsWith('--fail'));
      if (error.exitCode !== 0 && !saysHow) process.exit(exit.done);
      throw error;
    });
}

/** Whatever goes wrong must not be taken for a decision. */
async function hook(client: string, options: Options): Promise<void> {
  try {
    const place = placeOf(client, options);
    if (options.header) {
      process.stdout.write(`${JSON.stringify({ Authorization: `Bearer ${place.apiKey}` })}\n`);
      return;
    }
    const input = parseJson(decodeText(await Bun.stdin.bytes()));
    if (!isJsonObject(input)) throw new Error('stdin must be a JSON object');
    if (isAskedHere(client, input)) return;
    endWith(options.while ?? process.ppid, options);
    const { answer, isDecided } = await carry(client, place, input);
    if (answer !== '') process.stdout.write(`${answer}\n`);
    if (options.fail === 'closed' && !isDecided) throw new Error('nobody has decided');
  } catch (error) {
    note(`inbox hook: ${(error as Error).message}`);
    process.exitCode = undecided(options);
  }
}

/** Whether the client itself asks the person, who sits at this machine: a hook that is held would hide its prompt. */
function isAskedHere(client: string, input: JsonObject): boolean {
  if (!isClientName(client) || !clients[client].hidesPrompt) return false;
  return hooks[client](input).does === 'ask' && presenceFor(client).is === 'here';
}

const LOOK_MS = 1000;

/** A client that is killed says nothing to its hooks, which would hold its question on. */
function endWith(pid: number, options: Options): void {
  if (options.fail === 'closed') {
    // A client takes a hook that a signal has ended for one without an opinion.
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        note(`inbox hook: ended by ${signal}`);
        process.exit(REFUSED);
      });
    }
  }
  // A parent that has ended may still be there, until its own parent asks.
  const isParent = process.ppid === pid;
  setInterval(() => {
    const hasGone = isParent ? process.ppid !== pid : !isRunning(pid);
    // A part of the client may have outlived the one that started this.
    if (hasGone) process.exit(undecided(options));
  }, LOOK_MS).unref();
}

const undecided = ({ fail }: Options) => (fail === 'closed' ? REFUSED : exit.done);

type Place = {
  url: string;
  apiKey: string;
  channelId: string | null;
  /** The version of the client, as it was when it was connected. */
  version: string | null;
  expiresInSeconds: number;
};

/** The environment before the record, so that a script can name another inbox. */
function placeOf(client: string, { url: given }: Options): Place {
  if (!isClientName(client)) {
    throw new Error(`${client} is not one of ${clientNames.join(', ')}`);
  }
  const { url, apiKey, hookWait, data } = configOf(readSettings({ url: given }));
  const expiresInSeconds = Math.max(1, Math.round(hookWait / 1000));
  const connected = url !== null && apiKey !== null ? null : findConnected(client);
  if (!connected) {
    const named = url ?? findRun(data)?.url;
    if (named !== undefined && apiKey !== null) {
      return { url: named, apiKey, channelId: null, version: null, expiresInSeconds };
    }
    throw new Error(`${client} is not connected. Run \`inbox connect ${client}\``);
  }
  const { key, channelId, version } = connected;
  return { url: connected.url, apiKey: key, channelId, version, expiresInSeconds };
}

const own = `inbox/${ownVersion}`;

/** An inbox that has not answered this much after a question expired has stopped working. */
const AFTER_EXPIRY_MS = 5000;

async function carry(
  client: string,
  place: Place,
  input: JsonObject,
): Promise<{ answer: string; isDecided: boolean }> {
  const { url, apiKey, channelId, version, expiresInSeconds } = place;
  // The output of a tool may have anything in it, and no decision needs it.
  const { tool_response: _returned, error: _failed, ...sent } = input;
  const path = `api/v1/hooks/${client}?expires=${expiresInSeconds}`;
  const response = await fetch(new URL(path, url.endsWith('/') ? url : `${url}/`), {
    method: 'POST',
    headers: {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'user-agent': [...(version === null ? [] : [`${client}/${version}`]), own].join(' '),
      ...(channelId === null ? {} : { 'x-inbox-channel': channelId }),
    },
    body: JSON.stringify(sent),
    // It is held until a person decides.
    timeout: false,
    signal: AbortSignal.timeout(timerMs(expiresInSeconds * 1000 + AFTER_EXPIRY_MS)),
  });
  const text = (await response.text()).trim();
  const isDecided = text !== '' || response.headers.has(ASKED_NOTHING);
  if (response.ok) return { answer: text, isDecided };
  throw new Error(
    `the inbox at ${new URL(url).host} answered ${response.status}: ${reasonIn(text)}`,
  );
}

function reasonIn(text: string): string {
  try {
    const { detail, message } = JSON.parse(text);
    return `${detail ?? message}`;
  } catch {
    return text.slice(0, 200);
  }
}
