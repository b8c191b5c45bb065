import { theInbox } from '../audit/action.ts';
import { changeByItself } from '../change.ts';
import { idAt } from '../ids.ts';
import type { Change, Inbox } from '../inbox.ts';
import { deleteRetracted } from '../retractions/retractions.ts';
import { inSlices } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { readMessages } from './stored.ts';
import { deleteMessageRow, endedMessages } from './table.ts';

/** With their texts in the index, this many are deleted within a few milliseconds. */
const AT_ONCE = 20;

/**
 * Deletes messages unchanged for longer than the retention time, and the records of retracted ones.
 * What can still be answered or is still being written stays.
 */
export async function sweepMessages(inbox: Inbox): Promise<void> {
  const { retentionMs } = inbox;
  if (retentionMs === null) return;
  const at = inbox.now() - retentionMs;
  let [count, after] = [0, ''];
  await inSlices(async () => {
    const ids = await endedMessages(inbox.store.read, {
      after,
      until: idAt(at),
      unchangedSince: toTimestamp(at),
      limit: AT_ONCE,
    });
    if (ids.length === 0) return false;
    after = ids.at(-1) ?? '';
    count += await removeSome(inbox, ids, toTimestamp(at));
    return ids.length === AT_ONCE;
  });
  await inSlices(() => changeByItself(inbox, (change) => deleteRetracted(change, toTimestamp(at))));
  if (count > 0)
    await changeByItself(inbox, async (change) => note(change, count, toTimestamp(at)));
}

/** Checks again within the change: one may have been changed since it was found. */
async function removeSome(inbox: Inbox, ids: string[], unchangedSince: string): Promise<number> {
  const gone = await changeByItself(inbox, async (change) => {
    const { tx, emit } = change;
    const found = await readMessages(tx, (query) => query.where('messages.id', 'in', ids));
    const old = found.filter(({ updatedAt }) => updatedAt < unchangedSince);
    for (const { id } of old) await deleteMessageRow(change, id);
    for (const [channelId, messages] of Map.groupBy(old, (message) => message.channelId)) {
      const ids = messages.map(({ id }) => id);
      emit('messages:pruned', { channelId, before: unchangedSince, ids });
    }
    return old;
  });
  const files = gone.flatMap(({ attachments }) => attachments);
  await inbox.files.remove(files.map(({ storageKey }) => storageKey));
  return gone.length;
}

const note = ({ emit }: Change, count: number, unchangedSince: string) =>
  emit('audited', {
    by: theInbox,
    action: 'messages.pruned',
    subject: { kind: 'inbox', id: null, name: null },
    detail: { count, unchangedSince },
  });
