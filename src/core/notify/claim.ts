/** Which notices are due, and which of them a worker has claimed. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { type Due, findFree, type Search } from '../outgoing/due.ts';
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
import { drawCodes, keepCode } from './codes.ts';
import { findContact } from './contacts.ts';
import { hasExpired, LEASE_MS } from './notices.ts';
import { dropRemoved } from './sweep.ts';
import { type Claimed, claimTogether } from './together.ts';
import { drawFor } from './tokens.ts';

export { LEASE_MS };

/** Notices that are due in lanes that are not busy, the longest due first. */
export const findDueNotices = ({ store }: Inbox, search: Search): Promise<Due[]> =>
  findFree(search, (passed) =>
    dueNotices(store.read, toTimestamp(search.atMs), search.limit, passed),
  );

/** Claims those that are still due, with all that is sent as one with them. */
export async function claimNotices(inbox: Inbox, ids: string[]): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  const codes = await drawCodes(inbox, ids);
  return changeByItself(inbox, async (tx, emit) => {
    const claimed: Claimed[] = [];
    const at = inbox.now();
    const times = { at: toTimestamp(at), leasedUntil: toTimestamp(at + LEASE_MS) };
    for (const notice of await claimRows(tx, ids, times)) {
      const contact = await findContact(tx, notice.contactId);
      if (!contact) continue;
      const isFirst = notice.what === 'asks' && notice.attempts === 1;
      const drawn = contact.confirmedAt === null ? codes.get(notice.id) : undefined;
      const handle = notice.handle ?? (isFirst ? null : await lastHandle(tx, notice));
      claimed.push({
        id: notice.id,
        notice,
        contact,
        handle,
        isEarly: false,
        count: 1,
        urgency: 'normal',
        token: await drawFor(tx, notice, contact),
        code: drawn ? await keepCode(tx, notice.id, drawn) : null,
      });
    }
    return [...claimed, ...(await claimTogether(inbox, tx, emit, ids))];
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
  const find = async (db: Tx) => {
    const lapsed = await lapsedRows(db, toTimestamp(atMs));
    // Notices that are sent as one are under way with the one that was claimed.
    const underWay = lapsed.filter(({ id }) => isUnderWay(id)).map(attemptOf);
    return lapsed.filter((notice) => !underWay.includes(attemptOf(notice)));
  };
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

const attemptOf = ({ id, sentWith, what, leasedUntil }: Row<'notices'>): string =>
  sentWith === null ? id : `${sentWith} ${what} ${leasedUntil}`;
