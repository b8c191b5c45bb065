import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';
import { isPresent } from '../removed-channels.ts';

type Enrolment = Row<'enrolments'>;
/** The code that a machine sent, and its client. */
export type Given = Pick<Enrolment, 'hash' | 'client'> & { now: string };

export const insertEnrolment = ({ tx }: Change, row: Enrolment) =>
  tx.insertInto('enrolments').values(row).execute();

export const findEnrolment = (db: Tx, { hash, client, now }: Given) =>
  db
    .selectFrom('enrolments')
    .selectAll()
    .where('hash', '=', hash)
    .where('client', '=', client)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** Removes and returns a code; undefined for a second caller. */
export async function takeEnrolment({ tx }: Change, { hash, client, now }: Given) {
  const [row] = await tx
    .deleteFrom('enrolments')
    .where('hash', '=', hash)
    .where('client', '=', client)
    .where('expiresAt', '>', now)
    .returningAll()
    .execute();
  return row;
}

export const enrolmentsOf = (db: Tx, makerId: string) =>
  db
    .selectFrom('enrolments')
    .select(['id', 'makerOrigin'])
    .where('makerId', '=', makerId)
    .orderBy('id')
    .execute();

export const deleteEnrolment = ({ tx }: Change, id: string) =>
  tx.deleteFrom('enrolments').where('id', '=', id).execute();

export const deleteExpiredEnrolments = ({ tx }: Change, now: string) =>
  tx.deleteFrom('enrolments').where('expiresAt', '<=', now).execute();

export const insertMachine = ({ tx }: Change, row: Row<'machines'>) =>
  tx.insertInto('machines').values(row).execute();

export const machineByKey = (db: Tx, keyId: string) =>
  db.selectFrom('machines').selectAll().where('keyId', '=', keyId).executeTakeFirst();

export const listMachineRows = (db: Tx) =>
  db
    .selectFrom('machines')
    .innerJoin('keys', 'keys.id', 'machines.keyId')
    .selectAll('machines')
    .select(['keys.revokedAt', 'keys.expiresAt'])
    .orderBy('machines.keyId')
    .execute();

/** The channel that the inbox last chose for a client. */
export const usualChannel = (db: Tx, client: string) =>
  db
    .selectFrom('machines')
    .innerJoin('channels', 'channels.id', 'machines.channelId')
    .select(['channels.id', 'channels.name'])
    .where('machines.client', '=', client)
    .where('machines.isUsual', '=', 1)
    .where(isPresent(db, 'channels.id'))
    .orderBy('machines.keyId', 'desc')
    .limit(1)
    .executeTakeFirst();

type Asked = { keyId: string; lastAskedAt: string };

const setAsked = prepared<Asked, never>((db, parameter) =>
  db
    .updateTable('machines')
    .set({ lastAskedAt: parameter('lastAskedAt') })
    .where('keyId', '=', parameter('keyId')),
);

const setAskedBy = prepared<Asked & { version: string }, never>((db, parameter) =>
  db
    .updateTable('machines')
    .set({ lastAskedAt: parameter('lastAskedAt'), version: parameter('version') })
    .where('keyId', '=', parameter('keyId')),
);

/** Notes a question of a machine, if the key is of one, and the version of the client that asked. */
export async function noteAsked({ tx }: Change, asked: Asked, version: string | null) {
  if (version === null) await setAsked(tx, asked);
  else await setAskedBy(tx, { ...asked, version });
}
