import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';
import { toTimestamp } from '../time.ts';

type Counted = Pick<Row<'hook_faults'>, 'keyId' | 'client' | 'version' | 'reason'>;

const DAY_MS = 86_400_000;
/** For one key: a client decides the words of its reasons. */
const MOST_REASONS = 20;
const OTHERS = 'something else';

/** Counts a call that was not understood; returns whether that is to be said: once a day for each reason. */
export async function countNotUnderstood(change: Change, given: Counted): Promise<boolean> {
  const { inbox, tx } = change;
  const now = inbox.now();
  const counted = await withRoom(change, given);
  const lastAt = toTimestamp(now);
  const [row] = await count(tx, { ...counted, lastAt });
  const saidBefore = row?.saidAt ?? null;
  if (saidBefore !== null && Date.parse(saidBefore) + DAY_MS > now) return false;
  await say(tx, { ...counted, saidAt: lastAt });
  return true;
}

/** Newest first. */
export const listNotUnderstood = (db: Tx) =>
  db
    .selectFrom('hook_faults')
    .select(['keyId', 'version', 'reason', 'count', 'lastAt'])
    .orderBy('lastAt', 'desc')
    .execute();

/** A reason that has not come again for a month makes room. */
async function withRoom({ inbox, tx }: Change, given: Counted): Promise<Counted> {
  const forgotten = toTimestamp(inbox.now() - 30 * DAY_MS);
  await tx
    .deleteFrom('hook_faults')
    .where('keyId', '=', given.keyId)
    .where('lastAt', '<', forgotten)
    .execute();
  const known = await tx
    .selectFrom('hook_faults')
    .select(['client', 'version', 'reason'])
    .where('keyId', '=', given.keyId)
    .execute();
  const isKnown = known.some(
    ({ client, version, reason }) =>
      client === given.client && version === given.version && reason === given.reason,
  );
  if (isKnown || known.length < MOST_REASONS) return given;
  return { ...given, version: '', reason: OTHERS };
}

const count = prepared<Counted & { lastAt: string }, { saidAt: string | null }>((db, parameter) =>
  db
    .insertInto('hook_faults')
    .values({
      keyId: parameter('keyId'),
      client: parameter('client'),
      version: parameter('version'),
      reason: parameter('reason'),
      count: 1,
      lastAt: parameter('lastAt'),
      saidAt: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['keyId', 'client', 'version', 'reason']).doUpdateSet((eb) => ({
        count: eb('hook_faults.count', '+', 1),
        lastAt: parameter('lastAt'),
      })),
    )
    .returning('saidAt'),
);

const say = prepared<Counted & { saidAt: string }, never>((db, parameter) =>
  db
    .updateTable('hook_faults')
    .set({ saidAt: parameter('saidAt') })
    .where('keyId', '=', parameter('keyId'))
    .where('client', '=', parameter('client'))
    .where('version', '=', parameter('version'))
    .where('reason', '=', parameter('reason')),
);
