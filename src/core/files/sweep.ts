import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { deleteUnattached, knownStorageKeys } from './table.ts';

const UNTAKEN_FOR_MS = 24 * 60 * 60 * 1000;
/** SQLite accepts at least this many values in one statement. */
const KEYS_AT_ONCE = 200;

/** Removes files that no message attached within a day, and bytes that a crash left behind. */
export async function sweepFiles(inbox: Inbox): Promise<void> {
  const before = toTimestamp(inbox.now() - UNTAKEN_FOR_MS);
  await inSlices(async () => {
    const gone = await changeByItself(inbox, (change) =>
      deleteUnattached(change, before, KEYS_AT_ONCE),
    );
    await inbox.files.remove(gone);
    return gone.length === KEYS_AT_ONCE;
  });
  await inbox.files.remove(await strays(inbox));
}

/**
 * Returns files without a record. They are listed before the records are read: an upload that ends
 * in between already has its record.
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
