import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { removedChannels } from '../removed-channels.ts';
import { inSlices, startSlice } from '../slices.ts';
import { deleteRowsOf, forgetRemoved, nextRemoved } from './table.ts';

/** Deletes the remaining rows of removed channels, including those of an earlier process. */
export async function finishRemovals(inbox: Inbox): Promise<void> {
  if ((await removedChannels(inbox.store.read)).size === 0) return;
  await inSlices(() => removeSome(inbox));
}

/** Deletes a slice of a removed channel's rows, of this one or the next; returns whether more remain. */
export async function removeSome(inbox: Inbox, channelId?: string): Promise<boolean> {
  const { isLeft, storageKeys } = await changeByItself(inbox, async (change) => {
    const { tx } = change;
    const id = channelId ?? (await nextRemoved(tx));
    if (id === undefined) return { isLeft: false, storageKeys: [] };
    const storageKeys = await removeSlice(change, id);
    return { storageKeys, isLeft: (await nextRemoved(tx)) !== undefined };
  });
  await inbox.files.remove(storageKeys);
  return isLeft;
}

/** Returns the storage keys of the files whose records were deleted. */
async function removeSlice(change: Change, id: string): Promise<string[]> {
  const storageKeys: string[] = [];
  const hasTime = startSlice();
  // The cheap rows first: lists of files and deliveries scan past what remains of them.
  for (const table of ['deliveries', 'attachments', 'messages'] as const) {
    while (true) {
      if (!hasTime()) return storageKeys;
      const gone = await deleteRowsOf(change, table, id);
      if (gone.length === 0) break;
      storageKeys.push(...gone.flatMap((row) => row.storageKey ?? []));
    }
  }
  await forgetRemoved(change, id);
  return storageKeys;
}
