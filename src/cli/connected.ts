/**
 * Which coding agents of this machine are connected, and to what: `connected.json` in the person's configuration
 * directory. It names every key that this machine was given, from before the key exists until it has ended.
 */
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { parts } from '../agents/file.ts';
import { ConfigError, configDirectory } from '../config.ts';
import { decodeText } from '../core/text.ts';
import { removeParts, replaceFile } from '../replace-file.ts';

const Addition = z.union([
  z.strictObject({ path: z.array(z.string()), element: z.unknown() }),
  z.strictObject({ path: z.array(z.string()), value: z.unknown() }),
]);

/** A file of a client that was changed. Hashes are SHA-256 in hex, modes octal. */
const ConnectedFile = z.object({
  /** Without links: what they lead to. */
  path: z.string(),
  before: z.object({ sha256: z.string(), mode: z.string(), copy: z.string() }).nullable(),
  after: z.object({ sha256: z.string(), mode: z.string() }),
  /** Our part, to take out where others have changed the file since; null for a file that is ours alone. */
  put: z
    .object({
      additions: z.array(Addition),
      made: z.array(z.object({ path: z.array(z.string()), inside: z.string().nullable() })),
      blank: z.string().nullable(),
    })
    .nullable(),
  /** The directories that were created for it, outermost first. */
  directories: z.array(z.string()),
});
export type ConnectedFile = z.infer<typeof ConnectedFile>;

const ConnectedServer = z.object({ file: z.string(), entry: z.record(z.string(), z.unknown()) });
export type ConnectedServer = z.infer<typeof ConnectedServer>;

const ConnectedKey = z.object({
  url: z.string(),
  key: z.string(),
  /** Null until the server has confirmed it. */
  keyId: z.string().nullable(),
});
export type ConnectedKey = z.infer<typeof ConnectedKey>;

const Connected = ConnectedKey.extend({
  /** `pending` and `ending`: some of the files may not be written, or undone. */
  state: z.enum(['pending', 'done', 'ending']),
  channelId: z.string().nullable(),
  channelName: z.string().nullable(),
  /** The version of the client. */
  version: z.string(),
  connectedAt: z.string(),
  parts: z.array(z.enum(parts)).default(['hooks']),
  /** The rules that were given with `--ask`. */
  ask: z.array(z.string()).default([]),
  files: z.array(ConnectedFile),
  /** The entries among MCP servers that the client's own program has written, or was to write. */
  servers: z.array(ConnectedServer).default([]),
  /** Texts that only what was put into the files has in it. */
  marks: z.array(z.string()),
});
export type Connected = z.infer<typeof Connected>;

const Record = z.object({
  clients: z.record(z.string(), Connected),
  /** The keys that must still be ended, by the client that had them. */
  toEnd: z.array(ConnectedKey.extend({ client: z.string() })),
});
export type ConnectedRecord = z.infer<typeof Record>;

export const connectedFile = () => join(configDirectory(), 'connected.json');

/** The copies of files as they were. */
export const copiesDirectory = () => join(configDirectory(), 'before');

export function readConnected(): ConnectedRecord {
  const path = connectedFile();
  try {
    return Record.parse(JSON.parse(decodeText(readFileSync(path))));
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return { clients: {}, toEnd: [] };
    throw new ConfigError(
      `${path} is not valid, or can't be read: it has the keys of connected agents. Restore it`,
    );
  }
}

/** Returns how a client is connected; null if it is not. */
export const findConnected = (client: string): Connected | null =>
  readConnected().clients[client] ?? null;

/** Anyone who can read a key can use it: only its owner can read the file and the directory. */
export function writeConnected(record: ConnectedRecord): void {
  makePrivate(configDirectory());
  removeParts(connectedFile());
  replaceFile(connectedFile(), `${JSON.stringify(record, null, 2)}\n`, 0o600);
}

export function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
}
