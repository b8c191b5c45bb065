import { change } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { deleteUntaken, knownStorageKeys } from './table.ts';

const UNTAKEN_FOR_MS = 24 * 60 * 60 * 1000;
/** SQLite takes so many values in one statement, and more. */
const KEYS_AT_ONCE = 200;

/** Removes the files that no message took within a day, and the bytes that a crash left. */
export async function sweepFiles(inbox: Inbox): Promise<void> {
  const before = toTimestamp(inbox.now() - UNTAKEN_FOR_MS);
  await inSlices(async () => {
    const gone = await change(inbox, (tx) => deleteUntaken(tx, before, KEYS_AT_ONCE));
    await inbox.files.remove(gone);
    return gone.length === KEYS_AT_ONCE;
  });
  await inbox.files.remove(await strays(inbox));
}

/**
 * Those that no record knows. They are listed before the records are read: of an upload that ends
 * meanwhile the record is there already.
 */
async function strays({ files, store }: Inbox): Promise<string[]> {
  const left = await files.list();
  const known = new Set<string>();
  for (let at = 0; at < left.length; at += KEYS_AT_ONCE) {
    const keys = left.slice(at, at + KEYS_AT_ONCE);
    for (const key of await knownStorageKeys(store.read, keys)) known.add(key);
    await new Promise(setImmediate);
  }
  return left.filter((name) => !known.has(name));
}
