import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { createTwoFilesPatch } from 'diff';
import { type ClientName, clientNames, clients } from '../../agents/clients.ts';
import { type ClientFiles, type Connecting, type Part, parts } from '../../agents/file.ts';
import { clientFiles } from '../../agents/files.ts';
import { ok } from '../../client/client.ts';
import { configDirectory, namedInEnvironment, surroundings } from '../../config.ts';
import type { Machine } from '../../core/enrolments/schema.ts';
import { InboxError } from '../../core/errors.ts';
import { timeSince } from '../../core/spans.ts';
import { isInClear } from '../../core/urls.ts';
import { lastingExecutable } from '../../own-command.ts';
import { findRun, type Run } from '../../run-file.ts';
import {
  type Connected,
  type ConnectedServer,
  connectedFile,
  findConnected,
  readConnected,
  writeConnected,
} from '../connected.ts';
import {
  changesFor,
  type FileChange,
  isChanged,
  keepCopies,
  obstaclesIn,
  removeCopies,
  undoFile,
  writeFiles,
} from '../connected-files.ts';
import { endKey, endKeys, machineOf } from '../connected-keys.ts';
import { commandOf, isThere, otherServers, replaceServers } from '../connected-servers.ts';
import { findChannelId, withAddress } from '../connection.ts';
import { UsageError } from '../errors.ts';
import { installedVersion, isTooOld } from '../installed-version.ts';
import { collect, type GlobalOptions } from '../options.ts';
import { note, noteStyled, print, printable, printJson } from '../output.ts';
import { listProfiles, profileUrl } from '../profiles.ts';
import { askYesNo, mustBeTerminal } from '../prompts.ts';
import type { Column } from '../table/layout.ts';
import { printList } from '../table/print.ts';
import { resolveTarget } from '../target.ts';
import { terminalClient } from '../terminal-client.ts';

type Options = GlobalOptions & {
  code?: string;
  channel?: string;
  ask?: string[];
  mcpOnly?: boolean;
  hooksOnly?: boolean;
  gate?: boolean;
  print?: boolean;
  yes?: boolean;
  replace?: boolean;
  insecure?: boolean;
  intoGit?: boolean;
};

export function defineConnect(command: Command): void {
  command
    .addArgument(
      new Argument('[client]', 'the coding agent; without it, lists them').choices(clientNames),
    )
    .option('--code <code>', 'code for an inbox on another machine, from its Settings › Agents')
    .option('-c, --channel <channel>', 'channel to ask in (default: one for the agent)')
    .option(
      '--ask <rule>',
      "rule, in the agent's own form, for what it must ask (repeatable)",
      collect,
    )
    .addOption(
      new Option('--hooks-only', 'connect its hooks, and not the MCP server').conflicts('mcpOnly'),
    )
    .addOption(
      new Option('--mcp-only', 'add the MCP server, and no hooks').conflicts(['hooksOnly', 'ask']),
    )
    .addOption(
      new Option(
        '--gate',
        'of Gemini CLI: ask before each use of a tool that does more than read',
      ).conflicts('mcpOnly'),
    )
    .option('--print', 'print what would change in which file, and stop')
    .option('--yes', 'change the files without a confirmation')
    .option('--replace', 'connect to this inbox instead of another')
    .option('--insecure', 'allow http:// to another machine: the network can read the key')
    .option('--into-git', 'allow the key in a file that Git does not ignore')
    .addHelpText(
      'after',
      `
The agent gets a key of its own for one channel. Its settings get hooks that ask the inbox, an MCP server by which it asks people itself, and rules that keep it from the commands of people. \`inbox disconnect\` undoes all of it. On the server's own machine, \`inbox connect claude\` needs no code while local answers are on; elsewhere it is \`inbox connect claude --url URL --code CODE\`.

Example:
  $ inbox connect`,
    )
    .action((client: ClientName | undefined, _: unknown, self: Command) => {
      const options: Options = self.optsWithGlobals();
      if (client === undefined) return list(options);
      return connect(client, options, deniedIn(self.parent));
    });
}

/** The commands of an agent; all others are for people. */
const ofAgents = [
  'ask',
  'send',
  'wait',
  'withdraw',
  'file',
  'list',
  'show',
  'tail',
  'mcp',
  'hook',
  'status',
  'help',
];

const deniedIn = (program: Command | null): string[] =>
  (program?.commands ?? [])
    .filter((one) => !ofAgents.includes(one.name()))
    .flatMap((one) => [one.name(), ...one.aliases()]);

async function connect(client: ClientName, options: Options, denied: string[]): Promise<void> {
  const { label } = clients[client];
  const executable = mustLast();
  const version = await mustBeInstalled(client);
  const files = mustHaveFiles(client, options.ask ?? []);
  const earlier = findConnected(client);
  const place = await placeFor(client, earlier, options);
  const machine = earlier && (await machineFor(client, earlier, place, options));
  if (!machine && !options.print) mustHaveCode(client, place, options);

  const key = machine && earlier ? earlier.key : `hp_${randomBytes(24).toString('hex')}`;
  const ask = [...new Set([...(earlier?.ask ?? []), ...(options.ask ?? [])])];
  const chosen = partsOf(client, options, earlier);
  const connecting = {
    url: place.url,
    key,
    executable,
    record: connectedFile(),
    parts: chosen,
    ask,
    deniedCommands: denied,
    deniedDirectories: [place.data, configDirectory()],
  };
  const changes = changesFor(client, files.files(connecting, surroundings()), earlier);
  if (!options.intoGit) {
    for (const { file, text } of changes) {
      if (text.includes(key)) await mustBeIgnored(file.path);
    }
  }
  const servers = serversOf(files, connecting);
  const shown = [
    ...changes.map(differenceOf).filter((one) => one !== ''),
    ...servers.filter((one) => !isThere(client, one)).map((one) => commandFor(client, one)),
  ];
  if (options.print) {
    if (shown.length === 0) note('Nothing would change.');
    else print(shown.join('\n'));
    return;
  }
  const isConnected = machine !== null && shown.length === 0 && earlier?.state === 'done';
  if (!isConnected && !(await isAgreed(shown, label, place, options))) return;

  const marks = files.marks(connecting);
  const written = changes.map(({ file }) => file);
  const dropped = (earlier?.files ?? []).filter(
    (file) => !written.some(({ path }) => path === file.path),
  );
  const pending: Connected = {
    state: 'pending',
    url: place.url,
    key,
    keyId: machine?.keyId ?? null,
    channelId: machine?.channelId ?? null,
    channelName: machine?.channelName ?? null,
    version,
    connectedAt: new Date().toISOString(),
    parts: [...chosen],
    ask,
    files: [...written, ...dropped],
    servers: [...servers, ...(earlier?.servers ?? [])],
    // Until they are written, the files have those of the earlier connection.
    marks: [...new Set([...marks, ...(earlier?.marks ?? [])])],
  };
  keepCopies(changes);
  record(client, pending, earlier);
  const enrolled = machine ? pending : await enrol(client, pending, { place, options, earlier });
  writeFiles(changes);
  for (const file of dropped) undoFile(file, pending.marks);
  const connected: Connected = { ...enrolled, state: 'done', files: written, servers, marks };
  const faults = [
    ...(await replaceServers(client, servers, earlier?.servers ?? [])),
    ...otherServers(client, connected),
  ];
  record(client, connected);

  await tryOut(client, files, executable);
  const channel = `in the channel “${connected.channelName}”`;
  note(`${label} ${version} on this machine now asks the inbox at ${place.url}, ${channel}.`);
  for (const fault of await endKeys(client))
    note(`warning: the earlier key is not ended: ${fault}`);
  for (const fault of faults) note(`warning: ${fault}`);
  await warn(place);
  if (chosen.includes('hooks'))
    for (const one of obstaclesIn(files, connected))
      note(`warning: ${label} calls no hook: ${one}`);
  for (const one of files.next) note(one);
  if (files.gate !== null) note(chosen.includes('hooks') ? files.gate.closed : files.gate.open);
  if (chosen.includes('hooks') && ask.length === 0 && files.rules.length > 0) {
    const flags = files.rules.map((rule) => `--ask '${rule}'`).join(' ');
    note(`To be asked about more, connect again with rules such as ${flags}.`);
  }
  if (options.json) printJson(shownOf(client, connected));
}

/** Hooks that are a gate are connected only on demand, and go only on demand. */
function partsOf(
  client: ClientName,
  { mcpOnly, hooksOnly, gate, ask }: Options,
  earlier: Connected | null,
): readonly Part[] {
  const { label } = clients[client];
  const isGated = clientFiles[client].gate !== null;
  if (gate && !isGated) {
    throw new UsageError(`--gate is for Gemini CLI: ${label} has hooks that ask when it would ask`);
  }
  const hasHooks = !isGated || gate || earlier?.parts.includes('hooks');
  const flag = hooksOnly ? '--hooks-only' : ask && '--ask';
  if (!hasHooks && flag) {
    throw new UsageError(`${flag}: ${label} has hooks only with --gate. Pass that, too`);
  }
  if (mcpOnly || !hasHooks) return ['mcp'];
  return hooksOnly ? ['hooks'] : parts;
}

/** The entries that the client's own program writes. */
const serversOf = ({ server }: ClientFiles, connecting: Connecting): ConnectedServer[] =>
  server.commands !== null && connecting.parts.includes('mcp')
    ? [{ file: server.file(surroundings()), entry: server.entry(connecting) }]
    : [];

const commandFor = (client: ClientName, { entry }: ConnectedServer): string => {
  const { commands } = clientFiles[client].server;
  return commandOf(client, commands?.add(entry) ?? []);
};

const shownOf = (
  client: string,
  { url, keyId, channelId, channelName, version, files }: Connected,
) => ({
  client,
  version,
  url,
  keyId,
  channelId,
  channelName,
  files: files.map(({ path }) => path),
});

/** Writes down how a client is connected. An earlier key that this one replaces is to be ended. */
function record(client: ClientName, connected: Connected, earlier: Connected | null = null): void {
  const { clients, toEnd } = readConnected();
  const replaced = earlier && earlier.key !== connected.key ? [{ ...keyOf(earlier), client }] : [];
  writeConnected({
    clients: { ...clients, [client]: connected },
    toEnd: [...toEnd, ...replaced],
  });
}

const keyOf = ({ url, key, keyId }: Connected) => ({ url, key, keyId });

/** Hooks and rules name the executable. */
function mustLast(): string {
  const executable = lastingExecutable();
  if (executable.path !== null) return executable.path;
  throw new UsageError(
    `${executable.why}, and the agent would call it by that path. Install the executable, for example as /usr/local/bin/inbox, then repeat this`,
  );
}

async function mustBeInstalled(client: ClientName): Promise<string> {
  const { label, program, leastVersion } = clients[client];
  const version = await installedVersion(client);
  if (version === null) {
    throw new UsageError(
      `${label} was not found: no \`${program}\` on the PATH prints its version`,
    );
  }
  if (!isTooOld(client, version)) return version;
  throw new UsageError(
    `${label} ${version} is too old: its hooks do what is needed from ${leastVersion} on. Update it, then repeat this`,
  );
}

function mustHaveFiles(client: ClientName, ask: string[]): ClientFiles {
  const files = clientFiles[client];
  const wrong = ask.find((rule) => !files.isRule(rule));
  if (wrong === undefined) return files;
  const { label } = clients[client];
  const [example] = files.rules;
  throw new UsageError(
    example === undefined
      ? `--ask: ${label} has no rules for what it asks. Leave the flag out`
      : `--ask: “${wrong}” is not a rule of ${label}, such as ${example}`,
  );
}

/** Where a client asks. `run` is set if that is the server of this machine, whose data is in `data`. */
type Place = { url: string; data: string; run: Run | null };

/** The inbox that is named; else the one that the client is connected to, else the one of this machine. */
async function placeFor(
  client: ClientName,
  earlier: Connected | null,
  options: Options,
): Promise<Place> {
  const target = resolveTarget(options);
  const { data } = resolveTarget({
    ...(options.data ? { data: options.data } : {}),
    profile: false,
  }).settings;
  const run = findRun(data);
  const place = (url: string): Place => ({
    url,
    data,
    run: run && [run.url, run.publicUrl].some((one) => one && profileUrl(one) === url) ? run : null,
  });
  if (target.url !== null) {
    const url = profileUrl(target.url);
    if (!isInClear(url) || options.insecure) return place(url);
    throw new UsageError(
      `${url} is not encrypted: the network could read the key. Use https://, or pass --insecure`,
    );
  }
  const { data: named } = namedInEnvironment();
  const isNamed = options.data !== undefined || named !== null;
  if (run) {
    const isKnown = earlier === null || isNamed || profileUrl(run.url) === earlier.url;
    if (isKnown || (await hasKey(run, earlier))) return place(profileUrl(run.url));
  }
  if (earlier && options.data === undefined) return place(earlier.url);
  throw new InboxError(
    'unavailable',
    `No server is running for ${data}. Start it with \`inbox serve\`, or name another: inbox connect ${client} --url URL --code CODE`,
  );
}

/** Whether the inbox of this machine has given this key: its address may have changed. */
async function hasKey(run: Run, { keyId }: Connected): Promise<boolean> {
  const owner = terminalClient(run.url, { token: run.token });
  const machines = await ok(owner.enrolments.get()).catch(() => []);
  return machines.some((machine) => machine.keyId === keyId);
}

/** Returns the machine of a key that is still of use; null where another is needed. */
async function machineFor(
  client: ClientName,
  earlier: Connected,
  place: Place,
  { replace, channel }: Options,
): Promise<Machine | null> {
  const isSame = earlier.url === place.url || (place.run && (await hasKey(place.run, earlier)));
  if (isSame) {
    const machine = await machineOf({ url: place.url, key: earlier.key });
    const isThere =
      channel === undefined || [machine?.channelId, machine?.channelName].includes(channel);
    return isThere ? machine : null;
  }
  if (replace) return null;
  const isGone = await machineOf(earlier).then(
    (machine) => machine === null,
    () => true,
  );
  // By a code, the inbox can show that it is the same one at another address.
  if (isGone && !place.run) return null;
  throw otherInbox(client, earlier, place);
}

const otherInbox = (client: ClientName, earlier: Connected, { url }: Place) =>
  new UsageError(
    `${clients[client].label} is connected to another inbox, ${earlier.url}. To connect it to ${url} instead, pass --replace`,
  );

function mustHaveCode(client: ClientName, { url, run }: Place, { code, channel }: Options): void {
  if (code !== undefined && channel !== undefined) {
    throw new UsageError('--channel and --code cannot be used together: a code is for one channel');
  }
  if (code !== undefined || run) return;
  throw new UsageError(
    `A code is needed: an owner creates one at ${url}, in Settings › Agents. Then: inbox connect ${client} --url ${url} --code CODE`,
  );
}

/** Refuses a file that would be committed with the key in it. */
async function mustBeIgnored(path: string): Promise<void> {
  let above = dirname(path);
  while (!existsSync(join(above, '.git'))) {
    if (above === dirname(above)) return;
    above = dirname(above);
  }
  const git = Bun.which('git');
  if (git !== null) {
    const asked = Bun.spawn([git, '-C', above, 'check-ignore', '-q', path], {
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    if ((await asked.exited) === 0) return;
  }
  throw new UsageError(
    `${path} is in the Git work tree ${above} and not ignored, so the key could be committed. Ignore it, or pass --into-git`,
  );
}

/** The difference as a patch, without keys; empty for no difference. */
function differenceOf({ file, now, text }: FileChange): string {
  if (now === text) return '';
  const [from, to] = [now ?? '', text].map((one) => one.replaceAll(/hp_[0-9a-f]{48}/g, 'hp_…'));
  return createTwoFilesPatch(
    now === null ? '/dev/null' : file.path,
    file.path,
    from ?? '',
    to ?? '',
  ).replace(/^=+\n/, '');
}

/** Shows the difference, and asks a person unless `--yes` was given. */
async function isAgreed(
  shown: string[],
  label: string,
  { url }: Place,
  { yes = false }: Options,
): Promise<boolean> {
  for (const one of shown) noteStyled(printable(one.trimEnd()));
  if (yes) return true;
  mustBeTerminal('--yes to change the files');
  if (await askYesNo(`Connect ${label} to ${url}?`, true)) return true;
  note('Nothing was changed.');
  return false;
}

type Enrolling = { place: Place; options: Options; earlier: Connected | null };

/** Exchanges the code for the key that the record names. A refused one leaves the record as it was. */
async function enrol(
  client: ClientName,
  pending: Connected,
  { place, options, earlier }: Enrolling,
): Promise<Connected> {
  const { url, key, version } = pending;
  const takeBack = () => {
    const { clients, toEnd } = readConnected();
    const { [client]: _, ...others } = clients;
    writeConnected({
      clients: earlier ? { ...others, [client]: earlier } : others,
      toEnd: toEnd.filter((one) => one.key !== earlier?.key),
    });
    if (!earlier) removeCopies(client);
  };
  try {
    const code = options.code ?? (place.run && (await ownCode(client, place.run, options))) ?? '';
    const body = { code, client, host: hostname().slice(0, 80) || 'machine', version, key };
    const { key: _, ...enrolled } = await ok(terminalClient(url, {}).enrol.post(body));
    const named = { ...pending, ...enrolled };
    record(client, named);
    const isOther = earlier && earlier.url !== url && earlier.channelId !== enrolled.channelId;
    if (!isOther || options.replace || place.run) return named;
    await endKey(named);
    throw otherInbox(client, earlier, place);
  } catch (error) {
    // An answer that was lost may have been a yes.
    const isKnown = !(error instanceof InboxError) || error.code !== 'unavailable';
    if (isKnown) takeBack();
    throw withAddress(error, url);
  }
}

/** The server's own machine creates a code by itself. */
async function ownCode(client: ClientName, run: Run, { channel }: Options): Promise<string> {
  const owner = terminalClient(run.url, { token: run.token });
  try {
    const channelId = channel === undefined ? undefined : await findChannelId(owner, channel);
    const body = { client, ...(channelId === undefined ? {} : { channelId }) };
    return (await ok(owner.enrolments.post(body))).code;
  } catch (error) {
    if (!(error instanceof InboxError) || error.code !== 'forbidden') throw error;
    throw new InboxError(
      'forbidden',
      `Local answers are off, so a code is needed. An owner creates one in Settings › Agents. Then: inbox connect ${client} --code CODE`,
    );
  }
}

/** Calls the inbox as the hooks do: by the path and the record that they use. */
async function tryOut(
  client: ClientName,
  { probe }: ClientFiles,
  executable: string,
): Promise<void> {
  const child = Bun.spawn([executable, 'hook', client], {
    stdin: new TextEncoder().encode(JSON.stringify(probe)),
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: 30_000,
  });
  const [code, said] = await Promise.all([child.exited, new Response(child.stderr).text()]);
  // It exits with 0 in any case: what fails must not decide.
  if (code === 0 && said.trim() === '') return;
  throw new InboxError(
    'unavailable',
    `Connected, but a first call of \`inbox hook ${client}\` failed: ${said.trim() || `it ended with ${code}`}`,
  );
}

/** A program under this account may answer in a person's name. */
async function warn({ run }: Place): Promise<void> {
  const names = listProfiles().map(({ name }) => name);
  const see = 'See the page on agents under your own account.';
  if (names.length > 0) {
    note(
      `warning: an agent under this account can answer by your logins (${names.join(', ')}): it can read their tokens. ${see}`,
    );
  }
  if (!run) return;
  const owner = terminalClient(run.url, { token: run.token });
  const local = await ok(owner['local-answers'].get()).catch(() => null);
  if (local?.localAnswers !== 'on') return;
  note(
    `warning: an agent under this account can answer its own questions. To prevent that: \`inbox local-answers off\`. ${see}`,
  );
}

type Listed = {
  client: ClientName;
  version: string | null;
  url: string | null;
  channelName: string | null;
  key: 'alive' | 'ended' | 'unknown' | null;
  lastAskedAt: string | null;
  missing: string[];
};

async function list({ json }: Options): Promise<void> {
  const listed = await Promise.all(clientNames.map(listedOf));
  if (json) printJson(listed);
  else await printList(listed, columnsAt(Date.now()));
}

async function listedOf(client: ClientName): Promise<Listed> {
  const { label, leastVersion } = clients[client];
  const version = await installedVersion(client);
  const connected = readConnected().clients[client];
  const isOld = version !== null && Bun.semver.order(version, leastVersion) < 0;
  const old = isOld ? [`${label} ${leastVersion} or newer`] : [];
  if (!connected) {
    const none = { url: null, channelName: null, key: null, lastAskedAt: null };
    return { client, version, ...none, missing: old };
  }
  const { url, channelName } = connected;
  const machine = await machineOf(connected).catch(() => 'unknown' as const);
  const key = machine === 'unknown' ? machine : machine ? 'alive' : 'ended';
  const lastAskedAt = typeof machine === 'string' ? null : (machine?.lastAskedAt ?? null);
  const missing = [
    ...old,
    ...(connected.state === 'pending' ? ['the end of `inbox connect`, which was interrupted'] : []),
    ...(connected.state === 'ending' ? ['the end of `inbox disconnect`'] : []),
    ...(key === 'ended' ? ['a key: connect again'] : []),
    ...connected.files.filter(isChanged).map(({ path }) => `${path} as it was written`),
  ];
  return { client, version, url, channelName, key, lastAskedAt, missing };
}

const columnsAt = (now: number): Column<Listed>[] => [
  { whole: ({ client }) => client, least: 8 },
  { whole: ({ version }) => version ?? 'not found', rank: 2 },
  { whole: ({ url }) => url ?? 'not connected', least: 13, rank: 1 },
  {
    whole: ({ key }) => key ?? '',
    shown: ({ key }) => (key === null ? '' : `key ${key}`),
    rank: 1,
  },
  {
    whole: ({ lastAskedAt }) => lastAskedAt ?? '',
    shown: ({ lastAskedAt, key }) =>
      lastAskedAt ? `asked ${timeSince(lastAskedAt, now)}` : key === null ? '' : 'never asked',
    rank: 3,
  },
  {
    whole: ({ missing }) => missing.join(', '),
    shown: ({ missing }) => (missing.length === 0 ? '' : `missing: ${missing.join(', ')}`),
    least: 8,
    rank: 1,
  },
];
