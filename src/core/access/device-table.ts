import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';

type Login = Row<'device_logins'>;
export type Decision = Pick<Login, 'decision' | 'approverId' | 'approverOrigin'>;

export const insertDevice = ({ tx }: Change, row: Login) =>
  tx.insertInto('device_logins').values(row).execute();

export const deviceByHash = (db: Tx, hash: string, now: string) =>
  db
    .selectFrom('device_logins')
    .selectAll()
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

export const deviceByUserCode = (db: Tx, userCode: string, now: string) =>
  db
    .selectFrom('device_logins')
    .selectAll()
    .where('userCode', '=', userCode)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

export const isUserCodeTaken = async (db: Tx, userCode: string): Promise<boolean> =>
  (await db
    .selectFrom('device_logins')
    .select('id')
    .where('userCode', '=', userCode)
    .executeTakeFirst()) !== undefined;

/** Decides a login that nobody has decided and that has not expired; the row, or undefined. */
export async function decideDevice({ tx }: Change, id: string, now: string, decision: Decision) {
  const [row] = await tx
    .updateTable('device_logins')
    .set(decision)
    .where('id', '=', id)
    .where('expiresAt', '>', now)
    .where('decision', 'is', null)
    .returningAll()
    .execute();
  return row;
}

/** Removes and returns a decided login; undefined for a second caller. */
export async function takeDecided({ tx }: Change, hash: string, now: string) {
  const [row] = await tx
    .deleteFrom('device_logins')
    .where('hash', '=', hash)
    .where('expiresAt', '>', now)
    .where('decision', 'is not', null)
    .returningAll()
    .execute();
  return row;
}

/** Denies the logins that a user has approved and no device has collected. */
export const endApprovals = ({ tx }: Change, userId: string) =>
  tx
    .updateTable('device_logins')
    .set({ decision: 'denied', approverId: null, approverOrigin: null })
    .where('approverId', '=', userId)
    .execute();

export const deleteExpiredDevices = ({ tx }: Change, now: string) =>
  tx.deleteFrom('device_logins').where('expiresAt', '<=', now).execute();

export async function countDevices(db: Tx, address?: string): Promise<number> {
  const row = await db
    .selectFrom('device_logins')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(address !== undefined, (query) => query.where('address', '=', address ?? ''))
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

export const deleteOldestDevice = ({ tx }: Change, address: string) =>
  tx
    .deleteFrom('device_logins')
    .where('id', '=', (eb) =>
      eb
        .selectFrom('device_logins')
        .select(({ fn }) => fn.min('id').as('id'))
        .where('address', '=', address),
    )
    .execute();
