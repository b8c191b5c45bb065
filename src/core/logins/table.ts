import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';

export type Key = Pick<Row<'tries'>, 'what' | 'address' | 'account'>;
/** Since when a window is open; one later than now is from before a clock was set back. */
export type Span = { since: string; now: string };

export const openWindow = (db: Tx, { what, address, account }: Key, { since, now }: Span) =>
  db
    .selectFrom('tries')
    .selectAll()
    .where('what', '=', what)
    .where('address', '=', address)
    .where('account', '=', account)
    .where('startedAt', '>', since)
    .where('startedAt', '<=', now)
    .executeTakeFirst();

/** Counts a failure, in a window that starts now unless one is open; returns the count. */
export async function addFailure({ tx }: Change, key: Key, startedAt: string): Promise<number> {
  const [row] = await tx
    .insertInto('tries')
    .values({ ...key, failures: 1, startedAt })
    .onConflict((c) =>
      c
        .columns(['what', 'address', 'account'])
        .doUpdateSet((eb) => ({ failures: eb('tries.failures', '+', 1) })),
    )
    .returning('failures')
    .execute();
  return row?.failures ?? 1;
}

export async function takeFailureBack(
  { tx }: Change,
  { what, address, account }: Key,
): Promise<void> {
  await tx
    .updateTable('tries')
    .set((eb) => ({ failures: eb('failures', '-', 1) }))
    .where('what', '=', what)
    .where('address', '=', address)
    .where('account', '=', account)
    .where('failures', '>', 0)
    .execute();
}

export async function deleteWindow({ tx }: Change, { what, address, account }: Key): Promise<void> {
  await tx
    .deleteFrom('tries')
    .where('what', '=', what)
    .where('address', '=', address)
    .where('account', '=', account)
    .execute();
}

/** Removes expired windows of these kinds and returns them. */
export const deleteOver = ({ tx }: Change, kinds: readonly string[], { since, now }: Span) =>
  tx
    .deleteFrom('tries')
    .where('what', 'in', kinds)
    .where((eb) => eb.or([eb('startedAt', '<=', since), eb('startedAt', '>', now)]))
    .returningAll()
    .execute();

export const isAnyOver = (db: Tx, { since, now }: Span) =>
  db
    .selectFrom('tries')
    .select('what')
    .where((eb) => eb.or([eb('startedAt', '<=', since), eb('startedAt', '>', now)]))
    .limit(1)
    .executeTakeFirst();

export const loginAddress = (db: Tx, userId: string, address: string, since: string) =>
  db
    .selectFrom('login_addresses')
    .select('at')
    .where('userId', '=', userId)
    .where('address', '=', address)
    .where('at', '>', since)
    .executeTakeFirst();

export const setLoginAddress = ({ tx }: Change, row: Row<'login_addresses'>) =>
  tx
    .insertInto('login_addresses')
    .values(row)
    .onConflict((c) => c.columns(['userId', 'address']).doUpdateSet({ at: row.at }))
    .execute();

export const deleteLoginAddresses = ({ tx }: Change, until: string) =>
  tx.deleteFrom('login_addresses').where('at', '<=', until).execute();
