/**
 * The files of a coding agent: what connecting changes in them, and how that is undone. A file is replaced whole, so
 * that a process that is killed leaves the old one or the new one.
 */
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { editorOf } from '../agents/edit.ts';
import type { ClientFile, ClientFiles } from '../agents/file.ts';
import { type Addition, NotEditable } from '../agents/json-edit.ts';
import { removeParts, replaceFile } from '../replace-file.ts';
import { type Connected, type ConnectedFile, copiesDirectory, makePrivate } from './connected.ts';
import { UsageError } from './errors.ts';
import { fileReason } from './reasons.ts';

/** A file with the key in it is for its owner alone. */
const MODE = '0600';

/** A file as it is and as it will be, `null` where there is none. */
export type FileChange = {
  file: ConnectedFile;
  now: string | null;
  original: string | null;
  text: string;
};

/**
 * Returns the changes that connect a client, as if nothing of an earlier connection was left in its files. Nothing is
 * written.
 */
export function changesFor(
  client: string,
  wanted: ClientFile[],
  earlier: { files: ConnectedFile[]; marks: string[] } | null,
): FileChange[] {
  return wanted.map((one) => {
    const path = targetOf(one.path);
    const before = earlier?.files.find((file) => file.path === path);
    const now = look(path);
    const original = before && earlier ? undone(before, earlier.marks, now) : now;
    const { text, put } =
      'text' in one
        ? { text: one.text, put: null }
        : edited(path, () => editorOf(path).putIn(original?.text ?? '', one.additions));
    mustBeWritable(path);
    const kept = original && {
      sha256: hashOf(original.text),
      mode: original.mode,
      copy: join(copiesDirectory(), `${client}-${hashOf(path).slice(0, 8)}-${basename(path)}`),
    };
    const file = {
      path,
      before: kept,
      after: { sha256: hashOf(text), mode: MODE },
      put,
      directories: [...(before?.directories ?? []), ...missingAbove(path)],
    };
    return { file, now: now?.text ?? null, original: original?.text ?? null, text };
  });
}

/** Copies the files as they were, before anything is changed. */
export function keepCopies(changes: FileChange[]): void {
  for (const { file, original } of changes) {
    if (file.before === null || original === null) continue;
    makePrivate(copiesDirectory());
    replaceFile(file.before.copy, original, 0o600);
  }
}

/** Removes the copies of a client's files, once nothing has to be undone. */
export function removeCopies(client: string): void {
  const folder = copiesDirectory();
  if (isMissing(folder)) return;
  for (const name of readdirSync(folder)) {
    if (name.startsWith(`${client}-`)) rmSync(join(folder, name), { force: true });
  }
  removeIfEmpty(folder);
}

export function writeFiles(changes: FileChange[]): void {
  for (const { file, text } of changes) {
    for (const directory of file.directories)
      mkdirSync(directory, { recursive: true, mode: 0o700 });
    removeParts(file.path);
    replaceFile(file.path, text, modeOf(file.after.mode));
  }
}

/** Undoes the change of a file: to the byte if nothing else has changed it since. */
export function undoFile(file: ConnectedFile, marks: string[]): void {
  const { path } = file;
  removeParts(path);
  const now = look(path);
  const wanted = undone(file, marks, now);
  if (wanted === null) rmSync(path, { force: true });
  else if (now !== null && wanted.text === now.text) chmodSync(path, modeOf(wanted.mode));
  else {
    mustBeWritable(path);
    replaceFile(path, wanted.text, modeOf(wanted.mode));
  }
  for (const directory of file.directories.toReversed()) removeIfEmpty(directory);
}

/** Whether what was put into a file has changed, or others may read it. Many clients write to the rest of it while they run. */
export function isChanged({ path, after, put }: ConnectedFile): boolean {
  const now = look(path);
  if (now === null || now.mode !== after.mode) return true;
  if (hashOf(now.text) === after.sha256) return false;
  return put === null || !hasAll(path, now.text, put.additions);
}

function hasAll(path: string, text: string, additions: Addition[]): boolean {
  try {
    return editorOf(path).putIn(text, additions).put.additions.length === 0;
  } catch (error) {
    if (error instanceof NotEditable) return false;
    throw error;
  }
}

/** Returns what in the settings of a client keeps its hooks from being called. */
export const obstaclesIn = (
  { obstacles }: Pick<ClientFiles, 'obstacles'>,
  { files, url }: Pick<Connected, 'files' | 'url'>,
): string[] =>
  files.flatMap(({ path, put }) => {
    const now = put && look(path);
    if (!now) return [];
    return edited(path, () => obstacles(editorOf(path).valueIn(now.text), { url, path }));
  });

type Seen = { text: string; mode: string };

/** Returns a file without our changes; null if there is none then. */
function undone(file: ConnectedFile, marks: string[], now: Seen | null): Seen | null {
  const { path, before, after, put } = file;
  if (now === null) return null;
  const mode = before && now.mode === after.mode ? before.mode : now.mode;
  const hash = hashOf(now.text);
  if (before && hash === before.sha256) return { text: now.text, mode };
  if (before && (hash === after.sha256 || put === null)) {
    const copy = look(before.copy);
    if (copy && hashOf(copy.text) === before.sha256) return { text: copy.text, mode };
  }
  if (put === null) return null;
  const text = edited(path, () => editorOf(path).takeOut(now.text, put, marks));
  return before === null && text.trim() === '' ? null : { text, mode };
}

/** Names the file of what can't be edited. */
function edited<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof NotEditable)) throw error;
    throw new UsageError(
      `${path}, ${error.message}. Nothing in it was changed: repair it, then repeat this`,
    );
  }
}

/** Follows links, also to a file that does not exist yet. */
function targetOf(path: string): string {
  let target = resolve(path);
  for (let links = 0; links < 40; links += 1) {
    const found = lstatSync(target, { throwIfNoEntry: false });
    if (!found?.isSymbolicLink()) return withoutLinks(target);
    target = resolve(dirname(target), readlinkSync(target));
  }
  throw new UsageError(`${path} is a link that leads to itself`);
}

/** Also the folders on its path may be links. */
function withoutLinks(path: string): string {
  const [outermost = path] = [...missingAbove(path), path];
  return join(realpathSync(dirname(outermost)), relative(dirname(outermost), path));
}

function look(path: string): Seen | null {
  try {
    const found = statSync(path);
    if (!found.isFile()) throw new UsageError(`${path} is not a file`);
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const text = textIn(path, () => decoder.decode(readFileSync(path)));
    return { text, mode: `0${(found.mode & 0o777).toString(8).padStart(3, '0')}` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    if (code === undefined) throw error;
    throw new UsageError(`${path}: ${fileReason(error as NodeJS.ErrnoException)}`);
  }
}

function textIn(path: string, read: () => string): string {
  try {
    return read();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new UsageError(`${path} is not in UTF-8. Nothing in it was changed`);
    }
    throw error;
  }
}

function mustBeWritable(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found && (found.mode & 0o200) === 0) {
    throw new UsageError(`${path} is read-only. To allow changes: chmod u+w ${path}`);
  }
  const [outermost = dirname(path)] = missingAbove(path);
  const directory =
    outermost === dirname(path) && !isMissing(outermost) ? outermost : dirname(outermost);
  try {
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new UsageError(`${directory}: ${fileReason(error as NodeJS.ErrnoException)}`);
  }
}

const isMissing = (path: string) => statSync(path, { throwIfNoEntry: false }) === undefined;

/** The directories that must be created for a file, outermost first. */
function missingAbove(path: string): string[] {
  const missing: string[] = [];
  for (let above = dirname(path); isMissing(above); above = dirname(above)) missing.unshift(above);
  return missing;
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // Others have put something into it, or removed it.
  }
}

const modeOf = (mode: string) => Number.parseInt(mode, 8);

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
