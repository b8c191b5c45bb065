/** Checks of the coding agents on this machine that are connected to an inbox. */
import { type ClientName, clientNames, clients } from '../../agents/clients.ts';
import { clientFiles } from '../../agents/files.ts';
import { nameOnOneLine } from '../../core/letters.ts';
import { timeSince } from '../../core/spans.ts';
import { type Connected, type ConnectedFile, readConnected } from '../connected.ts';
import { isChanged, obstaclesIn } from '../connected-files.ts';
import { machineOf } from '../connected-keys.ts';
import { entryIn, hasEntry, serversFile } from '../connected-servers.ts';
import { installedVersion, isTooOld } from '../installed-version.ts';
import { type Finding, findings } from './finding.ts';

/** Yields nothing for an agent that is not connected. */
export async function* checkAgents(now: number): AsyncGenerator<Finding> {
  const record = recordOf();
  if ('check' in record) {
    yield record;
    return;
  }
  for (const client of clientNames) {
    const connected = record.clients[client];
    if (connected) yield* checkAgent(client, connected, now);
  }
  for (const { client, url } of record.toEnd) {
    yield findings(client).warn(
      `A key that it no longer needs is not ended yet at ${url}`,
      `\`inbox connect ${client}\` or \`inbox disconnect ${client}\` ends it.`,
    );
  }
}

function recordOf() {
  try {
    return readConnected();
  } catch (error) {
    return findings('agents').fail(
      (error as Error).message,
      'Or remove it, and connect them again.',
    );
  }
}

async function* checkAgent(
  client: ClientName,
  connected: Connected,
  now: number,
): AsyncGenerator<Finding> {
  const { warn } = findings(client);
  const [again, undo] = [`\`inbox connect ${client}\``, `\`inbox disconnect ${client}\``];
  if (connected.state === 'pending') {
    yield warn(`${again} was interrupted`, `Finish it with ${again}, or undo it with ${undo}.`);
  }
  if (connected.state === 'ending') {
    yield warn(
      `${undo} was interrupted`,
      `Finish it with ${undo}, or connect again with ${again}.`,
    );
  }
  const version = await installedVersion(client);
  yield await checkKey(client, connected, { version, now });
  const fault = faultOf(client, version);
  if (fault !== null) yield fault;
  yield* checkParts(client, connected);
  for (const one of obstaclesOf(client, connected)) yield warn('It calls no hook', one);
  for (const file of connected.files) {
    const change = changeOf(file);
    if (change === null) continue;
    yield warn(
      change,
      `If hooks are missing, ${again} writes them again; other changes in it stay.`,
    );
  }
}

/** Whether each part of the connection is where it was written. */
function* checkParts(client: ClientName, connected: Connected): Generator<Finding> {
  const { ok, warn } = findings(client);
  const again = `\`inbox connect ${client}\``;
  const [written] = connected.servers;
  const file = written?.file ?? serversFile(client);
  if (!connected.parts.includes('mcp')) {
    yield ok(`It has no MCP server of the inbox. To add it: ${again}`);
  } else if (hasEntry(client, connected)) yield ok(`Its MCP server “inbox” is in ${file}`);
  else if (entryIn(client, file) === undefined) {
    yield warn(`Its MCP server “inbox” is missing in ${file}`, `${again} adds it.`);
  } else {
    yield warn(
      `Its MCP server “inbox” in ${file} is another one`,
      `Remove that, then ${again} adds its own.`,
    );
  }
  if (!connected.parts.includes('hooks')) {
    const flag = clientFiles[client].gate === null ? '' : ' --gate';
    yield ok(`It has no hooks of the inbox. To add them: \`inbox connect ${client}${flag}\``);
  } else if (connected.files.every((file) => changeOf(file) === null)) {
    yield ok('Its hooks are as they were written');
  }
}

function obstaclesOf(client: ClientName, connected: Connected): string[] {
  if (!connected.parts.includes('hooks')) return [];
  try {
    return obstaclesIn(clientFiles[client], connected);
  } catch {
    // A file that can't be read is a finding of its own.
    return [];
  }
}

function changeOf(file: ConnectedFile): string | null {
  try {
    return isChanged(file) ? `${file.path} has been changed or removed since` : null;
  } catch (error) {
    return (error as Error).message;
  }
}

type Installed = { version: string | null; now: number };

async function checkKey(
  client: ClientName,
  connected: Connected,
  { version, now }: Installed,
): Promise<Finding> {
  const { ok, warn, fail } = findings(client);
  const { url, channelName } = connected;
  const agent = [clients[client].label, version ?? connected.version].join(' ');
  try {
    const machine = await machineOf(connected);
    if (!machine) {
      return fail(
        `${agent}: its key has ended at ${url}`,
        `Connect it again: \`inbox connect ${client}\`.`,
      );
    }
    const where = nameOnOneLine(machine.channelName ?? channelName ?? '');
    const { lastAskedAt } = machine;
    const asked = lastAskedAt === null ? 'never yet' : timeSince(lastAskedAt, now);
    return ok(`${agent} asks ${url}, in “${where}”; last asked: ${asked}`);
  } catch (error) {
    return warn(
      `${agent} asks ${url}, which gives no answer: ${(error as Error).message}`,
      'Until it does, the agent asks in its own terminal alone.',
    );
  }
}

function faultOf(client: ClientName, version: string | null): Finding | null {
  const { warn, fail } = findings(client);
  const { label, program, leastVersion } = clients[client];
  if (version === null) {
    return warn(
      `${label} was not found: no \`${program}\` in the PATH`,
      `If it was removed: \`inbox disconnect ${client}\`.`,
    );
  }
  if (!isTooOld(client, version)) return null;
  return fail(`${label} ${version} is too old`, `Update it to ${leastVersion} or newer.`);
}
