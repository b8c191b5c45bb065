/** Which notices are due, and which of them a worker has claimed. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { type Due, findFree, type Search } from '../outgoing/due.ts';
import { findContact } from '../reach/contacts.ts';
import { toTimestamp } from '../time.ts';
import { announceChanged } from './changed.ts';
import {
  claimRows,
  dueNotices,
  lapsedRows,
  lastHandle,
  leaseRows,
  soonestNotice,
  updateNotice,
} from './claim-table.ts';
import { countGathered } from './gathering-table.ts';
import { reminderIn } from './members.ts';
import { dropRemoved } from './sweep.ts';
import { hasExpired, LEASE_MS } from './table.ts';

export { LEASE_MS };

/** A notice to send now. */
export type Claimed = {
  id: string;
  notice: Row<'notices'>;
  contact: Row<'contacts'>;
  /** The provider's id of the last message that it got for this question. */
  handle: string | null;
  /** How many questions a gathering notice counts. */
  count: number;
  /** The id of the notice that reminds, if this one does; one that gathers has the reminder of a question. */
  reminder: string | null;
};

/** What is due in lanes that are not busy, the longest due first. */
export const findDueNotices = ({ store }: Inbox, search: Search): Promise<Due[]> =>
  findFree(search, (passed) =>
    dueNotices(store.read, toTimestamp(search.atMs), search.limit, passed),
  );

/** Claims those that are still due. */
export async function claimNotices(inbox: Inbox, ids: string[]): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  return changeByItself(inbox, async (tx) => {
    const claimed: Claimed[] = [];
    const at = inbox.now();
    const times = { at: toTimestamp(at), leasedUntil: toTimestamp(at + LEASE_MS) };
    for (const notice of await claimRows(tx, ids, times)) {
      const contact = await findContact(tx, notice.contactId);
      if (!contact) continue;
      const gathers = notice.what === 'gathers';
      const count = gathers ? await countGathered(tx, notice.id) : 1;
      const reminder = await reminderIn(tx, notice, at);
      const isFirst = notice.what === 'asks' && notice.attempts === 1;
      const handle = notice.handle ?? (isFirst ? null : await lastHandle(tx, notice));
      claimed.push({ id: notice.id, notice, contact, handle, count, reminder });
    }
    return claimed;
  });
}

/** Ends the leases of notices that a worker has claimed and does not settle. */
export const releaseNotices = (inbox: Inbox, ids: string[]): Promise<void> =>
  changeByItself(inbox, (tx) => leaseRows(tx, ids, toTimestamp(inbox.now())));

/** When the first one after a time is due, or its lease ends; null for none. In milliseconds since 1970. */
export async function nextNoticeAt({ store }: Inbox, afterMs: number): Promise<number | null> {
  const next = await soonestNotice(store.read, toTimestamp(afterMs));
  return next === null ? null : Date.parse(next);
}

/**
 * Makes notices due again whose leases have ended by a time, unless a worker is still sending them; they may
 * have arrived.
 */
export async function takeBackNotices(
  inbox: Inbox,
  atMs: number,
  isUnderWay: (id: string) => boolean = () => false,
): Promise<void> {
  const find = async (db: Tx) =>
    (await lapsedRows(db, toTimestamp(atMs))).filter(({ id }) => !isUnderWay(id));
  if ((await find(inbox.store.read)).length === 0) return;
  await changeByItself(inbox, async (tx, emit) => {
    const lapsed = await find(tx);
    for (const notice of lapsed) {
      const status = hasExpired(notice, inbox.now()) ? 'unknown' : 'waiting';
      await updateNotice(tx, notice.id, { status, mayHaveArrived: 1, leasedUntil: null });
    }
    announceChanged(emit, lapsed);
    await dropRemoved(tx, lapsed);
  });
}
