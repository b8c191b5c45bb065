/** Checks of the coding agents on this machine that are connected to an inbox. */
import { type ClientName, clientNames, clients } from '../../agents/clients.ts';
import { nameOnOneLine } from '../../core/letters.ts';
import { timeSince } from '../../core/spans.ts';
import { type Connected, type ConnectedFile, readConnected } from '../connected.ts';
import { isChanged } from '../connected-files.ts';
import { machineOf } from '../connected-keys.ts';
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
  for (const file of connected.files) {
    const change = changeOf(file);
    if (change === null) continue;
    yield warn(
      change,
      `If hooks are missing, ${again} writes them again; other changes in it stay.`,
    );
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
