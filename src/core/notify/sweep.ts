/** Notices of removed messages stay until they are taken back, for a day at most. */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { inSlices, startSlice } from '../slices.ts';
import { toTimestamp } from '../time.ts';
import { forgetContact, removedContacts } from './contact-record.ts';
import { hasMessage, idsOf } from './notices.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes notices that ended over a day ago and have no message. */
export async function sweepNotices(inbox: Inbox): Promise<void> {
  const before = toTimestamp(inbox.now() - DAY_MS);
  await changeByItself(inbox, (change) => deleteEnded(change, before));
}

/** Deletes the notices of a message that was removed, unless it is still to be taken back. */
export async function dropNotices(change: Change, messageId: string): Promise<void> {
  if (!(await hasOpenOf(change.tx, messageId))) await deleteNoticesOf(change, messageId);
}

/** Deletes what is left of removed messages once attempts have ended and nothing is open there. */
export async function dropRemoved(
  change: Change,
  attempted: readonly Row<'notices'>[],
): Promise<void> {
  for (const id of new Set(attempted.flatMap(({ messageId }) => messageId ?? []))) {
    if (!(await hasMessage(change.tx, id))) await dropNotices(change, id);
  }
}

// A removed contact stays until nothing is still to be taken back there; its rows are deleted gradually.

/** Deletes contacts that were removed, with their notices: once nothing is open there, or after a day. */
export async function finishContactRemovals(inbox: Inbox): Promise<void> {
  const ended = await endedContacts(inbox, inbox.store.read);
  if (ended.size === 0) return;
  let after: string | null = '';
  await inSlices(async () => {
    const from = after ?? '';
    after = await changeByItself(inbox, (change) => removeSlice(change, { ended, from }));
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
async function removeSlice(change: Change, { ended, from }: Slice) {
  const { inbox, tx } = change;
  const hasTime = startSlice();
  let after = from;
  while (hasTime()) {
    const rows = await noticesAfter(tx, after);
    await deleteRows(
      change,
      rows.filter(({ contactId }) => ended.has(contactId)),
    );
    const last = rows.at(-1);
    if (!last) {
      // The next run finds notices that were added in the meantime.
      for (const id of await endedContacts(inbox, tx)) {
        if (ended.has(id)) await forgetContact(change, id);
      }
      return null;
    }
    after = last.id;
  }
  return after;
}

const OPEN = ['waiting', 'sending'] as const;
const MOST_AT_ONCE = 500;

type Whose = { messageId: string };

const openOf = prepared<Whose, { id: string }>((db, parameter) =>
  db
    .selectFrom('notices')
    .select('id')
    .where('messageId', '=', parameter('messageId'))
    .where('status', 'in', OPEN)
    .limit(1),
);

/** Whether any notice of a message has yet to be sent. */
const hasOpenOf = async (db: Tx, messageId: string): Promise<boolean> =>
  (await openOf(db, { messageId })).length > 0;

const deletion = prepared<Whose, never>((db, parameter) =>
  db.deleteFrom('notices').where('messageId', '=', parameter('messageId')),
);

const deleteNoticesOf = ({ tx }: Change, messageId: string) => deletion(tx, { messageId });

/** By the indexes of what is due and of what is being sent: there is none by contact. */
const openTo = prepared<{ contactId: string }, { id: string }>((db, parameter) => {
  const to = (status: (typeof OPEN)[number]) =>
    db
      .selectFrom('notices')
      .select('id')
      .where('status', '=', sql.lit(status))
      .where('contactId', '=', parameter('contactId'));
  return to('waiting').unionAll(to('sending')).limit(1);
});

/** Whether any notice to a contact has yet to be sent. */
const hasOpenTo = async (db: Tx, contactId: string): Promise<boolean> =>
  (await openTo(db, { contactId })).length > 0;

/** The next notices in the order of their ids. */
const noticesAfter = (db: Tx, id: string) =>
  db
    .selectFrom('notices')
    .select(['id', 'contactId'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute();

async function deleteRows({ tx }: Change, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.deleteFrom('notices').where('id', 'in', idsOf(tx, rows)).execute();
}

/** Deletes some that ended before a time and are of no message. */
async function deleteEnded({ tx }: Change, before: string): Promise<void> {
  const ended = tx
    .selectFrom('notices')
    .select('id')
    .where('messageId', 'is', null)
    .where('dueAt', '<', before)
    .where('status', 'not in', OPEN)
    .limit(MOST_AT_ONCE);
  await tx.deleteFrom('notices').where('id', 'in', ended).execute();
}
