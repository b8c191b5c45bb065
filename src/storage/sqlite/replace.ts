/**
 * Replaces the content of a data directory, all of it or nothing, although file systems have no
 * transactions: the new parts are written in full under `restore/new`, then a file marks them as
 * valid, and the next process that opens the directory moves them into place.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateDirectory, PRIVATE_FILE } from '../private.ts';
import { syncDirectory } from '../sync.ts';

/** The order matters: a write-ahead log must never lie beside another database than its own. */
const PARTS = [
  'config.json',
  'inbox.start',
  'inbox.db-wal',
  'inbox.db-shm',
  'inbox.db',
  'files',
  'plugins',
];

/** Stays, if there is no new one: nothing can be read that was sealed with it otherwise. */
const KEY = 'secrets.key';

type Note = { aside: string; parts: string[] };

/**
 * Creates an empty directory for the new parts; the caller holds the data directory's lock, here
 * and below.
 */
export function stageRestore(data: string): string {
  rmSync(join(data, 'restore'), { recursive: true, force: true });
  const staged = join(data, 'restore', 'new');
  makePrivateDirectory(staged);
  return staged;
}

/** Makes the staged parts valid, once they are on the disk. The former content is moved to `aside`. */
export function commitRestore(data: string, aside: string): void {
  const folder = join(data, 'restore');
  const note: Note = { aside, parts: readdirSync(join(folder, 'new')) };
  const part = join(folder, 'ready.part');
  writeFileSync(part, JSON.stringify(note), { mode: PRIVATE_FILE, flush: true });
  syncDirectory(join(folder, 'new'));
  syncDirectory(folder);
  syncDirectory(data);
  renameSync(part, join(folder, 'ready'));
  syncDirectory(folder);
  recoverRestore(data);
}

/** Finishes an interrupted replacement: valid parts are moved in, others are deleted. */
export function recoverRestore(data: string): void {
  const folder = join(data, 'restore');
  if (!existsSync(folder)) return;
  const ready = join(folder, 'ready');
  if (existsSync(ready)) {
    const { aside, parts }: Note = JSON.parse(readFileSync(ready, 'utf8'));
    makePrivateDirectory(join(data, aside));
    for (const part of PARTS) movePart(data, join(data, aside), part, parts.includes(part));
    if (parts.includes(KEY)) movePart(data, join(data, aside), KEY, true);
    syncDirectory(join(data, aside));
    syncDirectory(data);
    // After this a restart must not move anything again.
    rmSync(ready);
    syncDirectory(folder);
  }
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Can be repeated after any interruption: a new part that is no longer staged is already in its
 * place.
 */
function movePart(data: string, aside: string, part: string, isNew: boolean): void {
  const place = join(data, part);
  const staged = join(data, 'restore', 'new', part);
  if (isNew && !existsSync(staged)) return;
  if (existsSync(place)) renameSync(place, join(aside, part));
  if (isNew) renameSync(staged, place);
}
