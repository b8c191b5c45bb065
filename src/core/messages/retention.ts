import { theInbox } from '../audit/action.ts';
import { changeByItself } from '../change.ts';
import { idAt } from '../ids.ts';
import type { Change, Inbox } from '../inbox.ts';
import { deleteRetracted } from '../retractions/retractions.ts';
import { inSlices, startSlice } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import type { Message } from './schema.ts';
import { findMessage } from './stored.ts';
import { deleteMessageRow, endedMessages } from './table.ts';

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
    const { last, gone } = await removeSome(inbox, ids, toTimestamp(at));
    after = last;
    count += gone;
    return ids.length === AT_ONCE || last !== ids.at(-1);
  });
  await inSlices(() => changeByItself(inbox, (change) => deleteRetracted(change, toTimestamp(at))));
  if (count > 0)
    await changeByItself(inbox, async (change) => note(change, count, toTimestamp(at)));
}

/**
 * Deletes as many as there is time for; returns the last it came to. Checks again within the change: one
 * may have been changed since it was found.
 */
async function removeSome(inbox: Inbox, ids: string[], unchangedSince: string) {
  const { last, old } = await changeByItself(inbox, async (change) => {
    const { tx, emit } = change;
    const hasTime = startSlice();
    const old: Message[] = [];
    let last = '';
    for (const id of ids) {
      if (last !== '' && !hasTime()) break;
      last = id;
      const message = await findMessage(tx, 'all', id);
      if (!message || message.updatedAt >= unchangedSince) continue;
      await deleteMessageRow(change, id);
      old.push(message);
    }
    for (const [channelId, messages] of Map.groupBy(old, (message) => message.channelId)) {
      const ids = messages.map(({ id }) => id);
      emit('messages:pruned', { channelId, before: unchangedSince, ids });
    }
    return { last, old };
  });
  const files = old.flatMap(({ attachments }) => attachments);
  await inbox.files.remove(files.map(({ storageKey }) => storageKey));
  return { last, gone: old.length };
}

const note = ({ emit }: Change, count: number, unchangedSince: string) =>
  emit('audited', {
    by: theInbox,
    action: 'messages.pruned',
    subject: { kind: 'inbox', id: null, name: null },
    detail: { count, unchangedSince },
  });
