/** Queries for a restore on two databases of any version, and its changes to one of them. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { RightEnd } from '../notify/names.ts';

const AT_ONCE = 500;

/** Returns the rows of these ids by id, read in portions that SQLite accepts. */
async function byId<T extends { id: string }>(
  ids: string[],
  read: (some: string[]) => Promise<T[]>,
): Promise<Map<string, T>> {
  const rows: T[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    rows.push(...(await read(ids.slice(at, at + AT_ONCE))));
  }
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns the keys that are valid at that time. */
export const liveKeys = (db: Tx, at: string) =>
  db
    .selectFrom('keys')
    .select(['id', 'name', 'prefix'])
    .where('revokedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', at)]))
    .orderBy('id')
    .execute();

export const keysById = (db: Tx, ids: string[]) =>
  byId(ids, (some) =>
    db.selectFrom('keys').select(['id', 'revokedAt']).where('id', 'in', some).execute(),
  );

export const allTokens = (db: Tx) =>
  db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.userId')
    .select(['tokens.id', 'tokens.name', 'tokens.prefix', 'users.name as user'])
    .where('users.disabled', '=', 0)
    .orderBy('tokens.id')
    .execute();

export const tokensById = (db: Tx, ids: string[]) =>
  byId(ids, (some) => db.selectFrom('tokens').select('id').where('id', 'in', some).execute());

/** Returns the contacts at which answers are allowed; of a backup, which has every table. */
export const answeringContacts = (db: Tx) =>
  db
    .selectFrom('contacts')
    .innerJoin('users', 'users.id', 'contacts.userId')
    .select(['contacts.id', 'contacts.kind', 'contacts.name', 'users.name as user'])
    .where('users.disabled', '=', 0)
    .where('contacts.answers', '=', 1)
    .where('contacts.answersEndedAt', 'is', null)
    .where('contacts.removedAt', 'is', null)
    .orderBy('contacts.id')
    .execute();

export type ContactThen = Pick<Row<'contacts'>, 'id' | 'answers' | 'removedAt'> &
  Partial<Pick<Row<'contacts'>, 'answersEndedAt'>>;

/** An older version has none, or does not say where answers have ended. */
export const contactsById = async (db: Tx, ids: string[]): Promise<Map<string, ContactThen>> =>
  (await hasTable(db, 'contacts'))
    ? byId<ContactThen>(ids, (some) =>
        db.selectFrom('contacts').selectAll().where('id', 'in', some).execute(),
      )
    : new Map();

const userColumns = ['id', 'name', 'email', 'role', 'passwordHash', 'disabled'] as const;

export const enabledUsers = (db: Tx) =>
  db.selectFrom('users').select(userColumns).where('disabled', '=', 0).orderBy('id').execute();

export const usersById = (db: Tx, ids: string[]) =>
  byId(ids, (some) => db.selectFrom('users').select(userColumns).where('id', 'in', some).execute());

/** Returns the questions that are pending at that time. */
export const openReviews = (db: Tx, at: string) =>
  db
    .selectFrom('reviews')
    .innerJoin('messages', 'messages.id', 'reviews.messageId')
    .select(['messages.id', 'messages.channelId', 'reviews.type'])
    .where('reviews.status', '=', 'pending')
    .where('reviews.expiresAt', '>', at)
    .orderBy('messages.id')
    .execute();

export const reviewsById = (db: Tx, ids: string[]) =>
  byId(ids, (some) =>
    db
      .selectFrom('reviews')
      .select(['messageId as id', 'status'])
      .where('messageId', 'in', some)
      .execute(),
  );

/** Returns whether both belong to one inbox: users and channels keep their ids. */
export async function haveIdsInCommon(one: Tx, other: Tx): Promise<boolean> {
  for (const table of ['users', 'channels'] as const) {
    const rows = await one.selectFrom(table).select('id').execute();
    const ids = rows.map(({ id }) => id);
    const shared = await byId(ids, (some) =>
      other.selectFrom(table).select('id').where('id', 'in', some).execute(),
    );
    if (shared.size > 0) return true;
  }
  return false;
}

/** A database from an older version lacks some tables. */
export async function hasTable(db: Tx, name: string): Promise<boolean> {
  const tables = await db.introspection.getTables();
  return tables.some((table) => table.name === name);
}

export const countersOf = (db: Tx): Promise<Row<'counters'>[]> =>
  db.selectFrom('counters').selectAll().execute();

/** Raises the counters above their values and the others': no number is used twice. */
export async function raiseCounters(tx: Tx, others: Row<'counters'>[]): Promise<void> {
  const highest = new Map<string, number>();
  for (const { name, value } of [...(await countersOf(tx)), ...others]) {
    highest.set(name, Math.max(value, highest.get(name) ?? 0));
  }
  for (const [name, value] of highest) {
    await tx.deleteFrom('counters').where('name', '=', name).execute();
    await tx
      .insertInto('counters')
      .values({ name, value: value + 1 })
      .execute();
  }
}

/** Including logins in progress, and codes that were not used. */
export async function endAllSessions(tx: Tx): Promise<void> {
  for (const table of ['sessions', 'device_logins', 'oauth_flows', 'enrolments'] as const) {
    await tx.deleteFrom(table).execute();
  }
}

/** Ends every key, token, password and right to answer at a contact, except for the password of one user. */
export async function endAllCredentials(tx: Tx, at: string, but: string): Promise<void> {
  await tx.updateTable('keys').set({ revokedAt: at }).where('revokedAt', 'is', null).execute();
  await tx.deleteFrom('tokens').execute();
  await tx.deleteFrom('pairings').execute();
  await tx
    .updateTable('contacts')
    .set({ answersEndedAt: at, answersEndedBy: 'restore' satisfies RightEnd })
    .where('answers', '=', 1)
    .where(({ eb, or }) =>
      or([eb('answersEndedAt', 'is', null), eb('answersEndedBy', '=', 'local' satisfies RightEnd)]),
    )
    .execute();
  await tx.updateTable('users').set({ passwordHash: null }).where('id', '!=', but).execute();
}
