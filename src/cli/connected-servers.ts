/**
 * The entry of the inbox among the MCP servers of a coding agent. Where the agent writes their file while it runs, its own
 * program adds and removes the entry: only that knows how to write beside it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { type ClientName, clients } from '../agents/clients.ts';
import { editorOf } from '../agents/edit.ts';
import { clientFiles } from '../agents/files.ts';
import { environmentWith, surroundings } from '../config.ts';
import { canonicalJson, isJsonObject } from '../core/json.ts';
import type { Connected, ConnectedServer } from './connected.ts';

const PATIENCE_MS = 30_000;

/** Returns the entry in a file; undefined if there is none, or the file can't be read. */
export function entryIn(client: ClientName, file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    const { path } = clientFiles[client].server;
    return path.reduce(
      (value: unknown, name) => (isJsonObject(value) ? value[name] : undefined),
      editorOf(file).valueIn(readFileSync(file, 'utf8')),
    );
  } catch {
    return undefined;
  }
}

/** The file that has the MCP servers of a client. */
export const serversFile = (client: ClientName) => clientFiles[client].server.file(surroundings());

export const isThere = (
  client: ClientName,
  { file, entry }: { file: string; entry: unknown },
): boolean => {
  const found = entryIn(client, file);
  return found !== undefined && canonicalJson(found) === canonicalJson(entry);
};

/** Whether a client has the entry that it was connected with. */
export function hasEntry(client: ClientName, { files, servers }: Connected): boolean {
  const { server } = clientFiles[client];
  const [written] = servers;
  if (server.commands !== null) return written !== undefined && isThere(client, written);
  return files.some(({ path, put }) =>
    put?.additions.some(
      (one) =>
        'value' in one &&
        canonicalJson(one.path) === canonicalJson(server.path) &&
        isThere(client, { file: path, entry: one.value }),
    ),
  );
}

/** Returns which file has an entry of others in its place, where the client's own program writes none. */
export function otherServers(client: ClientName, connected: Connected): string[] {
  const { commands } = clientFiles[client].server;
  if (commands !== null || !connected.parts.includes('mcp')) return [];
  return hasEntry(client, connected) ? [] : [otherServer(serversFile(client))];
}

const otherServer = (file: string) =>
  `${file} has another MCP server called “inbox”, which was left as it is.`;

/** Adds an entry, and removes the earlier ones. Returns why it could not. */
export async function replaceServers(
  client: ClientName,
  wanted: ConnectedServer[],
  earlier: readonly ConnectedServer[],
): Promise<string[]> {
  const { commands } = clientFiles[client].server;
  const faults: string[] = [];
  for (const one of earlier) {
    const isKept = wanted.some((other) => other.file === one.file && isThere(client, other));
    if (!isKept) faults.push(...(await removeServer(client, one)));
  }
  for (const one of wanted) {
    if (commands === null || isThere(client, one)) continue;
    const other = entryIn(client, one.file);
    if (other !== undefined) {
      faults.push(otherServer(one.file));
      continue;
    }
    const args = commands.add(one.entry);
    const said = await run(client, args, one.file);
    if (!isThere(client, one)) faults.push(`${commandOf(client, args)} failed: ${said}`);
  }
  return faults;
}

/** Removes an entry if it is as it was written. Returns why it could not. */
export async function removeServer(client: ClientName, one: ConnectedServer): Promise<string[]> {
  const { commands } = clientFiles[client].server;
  if (commands === null || !isThere(client, one)) return [];
  const said = await run(client, commands.remove, one.file);
  if (!isThere(client, one)) return [];
  return [`${commandOf(client, commands.remove)} failed: ${said}`];
}

export const commandOf = (client: ClientName, args: readonly string[]): string =>
  ['`', [clients[client].program, ...args.map(quoted)].join(' '), '`'].join('');

const quoted = (text: string) => (/^[\w-]+$/.test(text) ? text : `'${text}'`);

/** Returns what the client's own program said. */
async function run(client: ClientName, args: string[], file: string): Promise<string> {
  const { commands } = clientFiles[client].server;
  const program = Bun.which(clients[client].program);
  if (program === null || commands === null) return `${clients[client].label} was not found`;
  const child = Bun.spawn([program, ...args], {
    env: environmentWith(commands.variables(file, surroundings())),
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
    timeout: PATIENCE_MS,
  });
  const said = await new Response(child.stderr).text();
  const code = await child.exited;
  return said.trim() || `it ended with ${code}`;
}
