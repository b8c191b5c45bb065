import { Argument, type Command } from 'commander';
import { type ClientName, clientNames, clients } from '../../agents/clients.ts';
import { InboxError } from '../../core/errors.ts';
import { removeParts } from '../../replace-file.ts';
import { type Connected, connectedFile, readConnected, writeConnected } from '../connected.ts';
import { removeCopies, undoFile } from '../connected-files.ts';
import { endKeys } from '../connected-keys.ts';
import { removeServer } from '../connected-servers.ts';
import type { GlobalOptions } from '../options.ts';
import { note, printJson } from '../output.ts';

export function defineDisconnect(command: Command): void {
  command
    .addArgument(new Argument('<client>', 'the coding agent').choices(clientNames))
    .addHelpText(
      'after',
      `
Its files become what they were. Where others have changed one since, only what \`inbox connect\` put into it is taken out. Its key is ended.

Example:
  $ inbox disconnect claude`,
    )
    .action((client: ClientName, _: unknown, self: Command) =>
      disconnect(client, self.optsWithGlobals()),
    );
}

async function disconnect(client: ClientName, { json }: GlobalOptions): Promise<void> {
  const { label } = clients[client];
  removeParts(connectedFile());
  const { clients: connected, toEnd } = readConnected();
  const known = connected[client];
  if (!known && !toEnd.some((key) => key.client === client)) {
    removeCopies(client);
    note(`${label} is not connected.`);
    return;
  }
  const unremoved = known ? await removeServers(client, known) : [];
  const faults = known ? undoFiles(client, known) : [];
  if (known && faults.length === 0) forget(client, known);
  if (faults.length === 0) removeCopies(client);
  const unended = await endKeys(client);
  if (json) printJson({ client, disconnected: faults.length + unended.length === 0 });
  if (faults.length > 0) throw new InboxError('conflict', faults.join('\n'));
  if (unended.length > 0) {
    throw new InboxError(
      'unavailable',
      `The files of ${label} are as before, but its key still works: ${unended.join(' ')} Repeat \`inbox disconnect ${client}\` later, or end the key in Settings › Agents`,
    );
  }
  for (const fault of unremoved) note(`warning: its MCP server “inbox” stays: ${fault}`);
  note(
    `${label} is disconnected. Sessions that are open call the hooks until they end; the key no longer works.`,
  );
}

/** An entry has no key: one that stays keeps nothing from being undone. */
async function removeServers(client: ClientName, { servers }: Connected): Promise<string[]> {
  const faults: string[] = [];
  for (const one of servers) faults.push(...(await removeServer(client, one)));
  return faults;
}

/** Undoes what can be undone, and returns why for the rest, which stays on record. */
function undoFiles(client: ClientName, known: Connected): string[] {
  const faults: string[] = [];
  let left = known.files;
  const save = () => {
    const record = readConnected();
    const ending: Connected = { ...known, state: 'ending', files: left };
    writeConnected({ ...record, clients: { ...record.clients, [client]: ending } });
  };
  save();
  for (const file of known.files) {
    try {
      undoFile(file, known.marks);
      left = left.filter((one) => one !== file);
    } catch (error) {
      faults.push((error as Error).message);
    }
  }
  if (faults.length > 0) save();
  return faults;
}

/** Its key is still on record, until it has ended. */
function forget(client: ClientName, { url, key, keyId }: Connected): void {
  const { clients, toEnd } = readConnected();
  const { [client]: _, ...others } = clients;
  writeConnected({ clients: others, toEnd: [...toEnd, { url, key, keyId, client }] });
}
