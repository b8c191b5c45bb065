import { readdir, rm } from 'node:fs/promises';
import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { pathOf, removeBytes } from './bytes.ts';
import { deleteUntaken, knownStorageKeys } from './table.ts';

const UNTAKEN_FOR_MS = 24 * 60 * 60 * 1000;
/** SQLite takes so many values in one statement, and more. */
const KEYS_AT_ONCE = 200;

/** Removes the files that no message took within a day, and the bytes that a crash left. */
export async function sweepFiles(inbox: Inbox): Promise<void> {
  const before = toTimestamp(inbox.now() - UNTAKEN_FOR_MS);
  await inSlices(async () => {
    const gone = await change(inbox, (tx) => deleteUntaken(tx, before, KEYS_AT_ONCE));
    await removeBytes(inbox, gone);
    return gone.length === KEYS_AT_ONCE;
  });
  for (const name of await strays(inbox)) await rm(pathOf(inbox.files, name), { force: true });
}

/**
 * Names in the directory that no record knows. The order of the three looks matters: an upload that
 * ends meanwhile is still among the incoming, or its record is there already.
 */
async function strays({ files, store }: Inbox): Promise<string[]> {
  const names = (await readdir(files.directory)).filter((name) => OURS.test(name));
  const spared = new Set(files.incoming);
  const left = names.filter((name) => !spared.has(name.replace('.part', '')));
  const known = new Set<string>();
  for (let at = 0; at < left.length; at += KEYS_AT_ONCE) {
    const keys = left.slice(at, at + KEYS_AT_ONCE);
    for (const key of await knownStorageKeys(store.read, keys)) known.add(key);
    await new Promise(setImmediate);
  }
  return left.filter((name) => !known.has(name));
}

/** What else lies in the directory, people put there. */
const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.part)?$/;
