/** The manifest, an archive's last entry: what it contains, and the rules for that. */
import { z } from 'zod';
import { InboxError } from '../core/errors.ts';

export const MANIFEST = 'manifest.json';
/** The key of the secrets that were entered in the dashboard. */
export const SECRETS_KEY = 'secrets.key';
const FORMAT = 1;

const Entry = z.object({
  path: z.string(),
  /** In bytes. */
  size: z.number().int().min(0),
  sha256: z.string(),
});
export type Entry = z.infer<typeof Entry>;

export const Manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the inbox that wrote it. */
  version: z.string(),
  createdAt: z.string(),
  entries: z.array(Entry),
  /** The secret settings of config.json that it lacks; without a list, it was made with the secrets. */
  leftOut: z.array(z.string().regex(/^\w{1,64}$/)).optional(),
});
export type Manifest = z.infer<typeof Manifest>;

export const manifestOf = (
  { version, createdAt, leftOut }: Pick<Manifest, 'version' | 'createdAt' | 'leftOut'>,
  entries: Entry[],
): Manifest => ({
  format: FORMAT,
  version,
  createdAt,
  entries,
  leftOut,
});

/** The file is at fault, not the request. */
export const broken = (why: string) =>
  new InboxError('wrong_type', `Not a valid inbox backup: ${why}`);

export function parseManifest(text: string): Manifest {
  const value = z.looseObject({ format: z.number() }).safeParse(parsed(text));
  if (value.success && value.data.format !== FORMAT) {
    throw broken(`its format is ${value.data.format}, and this version reads format ${FORMAT}`);
  }
  const manifest = Manifest.safeParse(value.data);
  if (!manifest.success) throw broken('the manifest cannot be read');
  return manifest.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const STORED_FILE = /^files\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns whether a backup may contain the path. Nothing else is ever written, wherever its name
 * leads.
 */
export function mayHold(path: string): boolean {
  if (Buffer.byteLength(path) > LONGEST_PATH) return false;
  if (['inbox.db', 'config.json', SECRETS_KEY].includes(path) || STORED_FILE.test(path))
    return true;
  const [root, ...parts] = path.split('/');
  return root === 'plugins' && parts.length > 0 && parts.every(isPlainName);
}

/** In bytes, below the directory that it is restored into. */
const LONGEST_PATH = 1000;
/** In bytes, on most file systems. */
const LONGEST_NAME = 255;

const isPlainName = (part: string) =>
  /^(?!\.{1,2}$)[^\\:\p{Cc}]+$/u.test(part) && Buffer.byteLength(part) <= LONGEST_NAME;
