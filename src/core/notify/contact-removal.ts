/** A removed contact stays until nothing is still to be withdrawn there; its rows are deleted gradually. */
import type { Tx } from '../../storage/store.ts';
import type { Emit } from '../bus.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { inSlices, startSlice } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { deleteContact, removedContacts } from './removed-contacts.ts';
import { deleteRows, hasOpenTo, noticesAfter } from './sweep-table.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes contacts that were removed, with their notices: once nothing is open there, or after a day. */
export async function finishContactRemovals(inbox: Inbox): Promise<void> {
  const ended = await endedContacts(inbox, inbox.store.read);
  if (ended.size === 0) return;
  let after: string | null = '';
  await inSlices(async () => {
    const from = after ?? '';
    after = await changeByItself(inbox, (tx, emit) =>
      removeSlice(inbox, tx, emit, { ended, from }),
    );
    return after !== null;
  });
}

async function endedContacts(inbox: Inbox, db: Tx): Promise<Set<string>> {
  const before = toTimestamp(inbox.now() - DAY_MS);
  const ended = new Set<string>();
  for (const { id, removedAt } of await removedContacts(db)) {
    if (removedAt <= before || !(await hasOpenTo(db, id))) ended.add(id);
  }
  return ended;
}

type Slice = { ended: ReadonlySet<string>; from: string };

/** Returns the notice up to which those of the contacts are deleted; null at the end. */
async function removeSlice(inbox: Inbox, tx: Tx, emit: Emit, { ended, from }: Slice) {
  const hasTime = startSlice();
  let after = from;
  while (hasTime()) {
    const rows = await noticesAfter(tx, after);
    await deleteRows(
      tx,
      rows.filter(({ contactId }) => ended.has(contactId)),
    );
    const last = rows.at(-1);
    if (!last) {
      // The next run finds notices that were added in the meantime.
      for (const id of await endedContacts(inbox, tx)) {
        if (ended.has(id)) await deleteContact(tx, emit, id);
      }
      return null;
    }
    after = last.id;
  }
  return after;
}
