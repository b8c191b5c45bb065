/** Notices that are due, and how a worker claims them: singly, or several as one. */

import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { type Due, findFree, type Search } from '../outgoing/due.ts';
import { toTimestamp } from '../time.ts';
import { findContact } from './contact-record.ts';
import { drawFor } from './links.ts';
import {
  announceChanged,
  type Claimed,
  hasExpired,
  LEASE_MS,
  lastHandle,
  updateNotice,
} from './notices.ts';
import { dropRemoved } from './sweep.ts';
import { claimTogether } from './together.ts';
import { drawCodes, keepCode } from './verify.ts';

/** Notices that are due in lanes that are not busy, the longest due first. */
export const findDueNotices = ({ store }: Inbox, search: Search): Promise<Due[]> =>
  findFree(search, (passed) =>
    dueNotices(store.read, toTimestamp(search.atMs), search.limit, passed),
  );

/** Claims those that are still due, with all that is sent as one with them. */
export async function claimNotices(inbox: Inbox, ids: string[]): Promise<Claimed[]> {
  if (ids.length === 0) return [];
  const codes = await drawCodes(inbox, ids);
  return changeByItself(inbox, async (change) => {
    const { tx } = change;
    const claimed: Claimed[] = [];
    const at = inbox.now();
    const times = { at: toTimestamp(at), leasedUntil: toTimestamp(at + LEASE_MS) };
    for (const notice of await claimRows(change, ids, times)) {
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
        count: 1,
        urgency: 'normal',
        token: await drawFor(change, notice, contact),
        code: drawn ? await keepCode(change, notice.id, drawn) : null,
      });
    }
    return [...claimed, ...(await claimTogether(change, ids))];
  });
}

/** Ends the leases of notices that a worker has claimed and does not settle. */
export const releaseNotices = (inbox: Inbox, ids: string[]): Promise<void> =>
  changeByItself(inbox, (change) => leaseRows(change, ids, toTimestamp(inbox.now())));

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
  await changeByItself(inbox, async (change) => {
    const lapsed = await find(change.tx);
    for (const notice of lapsed) {
      const status = hasExpired(notice, inbox.now()) ? 'unknown' : 'waiting';
      await updateNotice(change, notice.id, { status, mayHaveArrived: 1, leasedUntil: null });
    }
    announceChanged(change, lapsed);
    await dropRemoved(change, lapsed);
  });
}

const attemptOf = ({ id, sentWith, what, leasedUntil }: Row<'notices'>): string =>
  sentWith === null ? id : `${sentWith} ${what} ${leasedUntil}`;

/** Literals, so that SQLite uses the indexes of notices that are due and that are being sent. */
const waiting = sql.lit('waiting');
const sending = sql.lit('sending');

type DueBy = { at: string; limit: number; passed: JsonList };

/**
 * Nothing is taken back while it is still being sent to the same contact. What is sent as one waits for
 * what is being sent of it.
 */
const due = prepared<DueBy, Pick<Row<'notices'>, 'id' | 'lane'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(['id', 'lane'])
    .where('status', '=', waiting)
    .where('dueAt', '<=', parameter('at'))
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', parameter('at'))]))
    .where('lane', 'not in', sqlOf(db).valuesOf(parameter('passed')))
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('what', '<>', 'settles'),
        not(
          exists(
            selectFrom('notices as asking')
              .select('asking.id')
              .whereRef('asking.messageId', '=', 'notices.messageId')
              .whereRef('asking.contactId', '=', 'notices.contactId')
              .where('asking.status', '=', 'sending'),
          ),
        ),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as together')
            .select('together.id')
            .whereRef('together.sentWith', '=', 'notices.sentWith')
            .where('together.status', '=', 'sending'),
        ),
      ),
    )
    .orderBy('dueAt')
    .limit(parameter('limit')),
);

const dueNotices = (db: Tx, at: string, limit: number, passed: string[]) =>
  due(db, { at, limit, passed: JSON.stringify(passed) });

const soonest = prepared<{ after: string }, { at: string | null }>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(({ fn }) => fn.min<string | null>('dueAt').as('at'))
    .where('status', '=', waiting)
    .where('dueAt', '>', parameter('after'))
    .unionAll(
      db
        .selectFrom('notices')
        .select(({ fn }) => fn.min('leasedUntil').as('at'))
        .where('status', '=', sending)
        .where('leasedUntil', '>', parameter('after')),
    ),
);

/** When the first one after a time is due, or its lease ends. */
async function soonestNotice(db: Tx, after: string): Promise<string | null> {
  const times = (await soonest(db, { after })).flatMap(({ at }) => at ?? []);
  return times.sort()[0] ?? null;
}

type Claim = { ids: JsonList; at: string; leasedUntil: string };
const claim = prepared<Claim, Row<'notices'>>((db, parameter) =>
  db
    .updateTable('notices')
    .set((eb) => ({
      status: 'sending',
      leasedUntil: parameter('leasedUntil'),
      attempts: eb('attempts', '+', 1),
    }))
    .where('id', 'in', sqlOf(db).valuesOf(parameter('ids')))
    .where('sentWith', 'is', null)
    .where('status', '=', 'waiting')
    .where('dueAt', '<=', parameter('at'))
    .where(({ or, eb }) => or([eb('expiresAt', 'is', null), eb('expiresAt', '>', parameter('at'))]))
    .returningAll(),
);

/** Claims those that are sent singly. */
const claimRows = ({ tx }: Change, ids: string[], times: { at: string; leasedUntil: string }) =>
  claim(tx, { ids: JSON.stringify(ids), ...times });

const lapsed = prepared<{ at: string }, Row<'notices'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .selectAll()
    .where('status', '=', sending)
    .where('leasedUntil', '<=', parameter('at')),
);

/** Notices whose leases have ended by a time. */
const lapsedRows = (db: Tx, at: string) => lapsed(db, { at });

/** Sets when others may claim those that are still being sent, with all that is sent as one with them. */
async function leaseRows({ tx }: Change, ids: string[], leasedUntil: string) {
  await tx
    .updateTable('notices')
    .set({ leasedUntil })
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', 'in', ids),
        eb(
          'sentWith',
          'in',
          selectFrom('notices as claimed')
            .select('claimed.sentWith')
            .where('claimed.id', 'in', ids)
            .where('claimed.sentWith', 'is not', null),
        ),
      ]),
    )
    .where('status', '=', 'sending')
    .execute();
}
