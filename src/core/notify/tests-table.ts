/** The tests of the last hour, by who sent them and where to. One of a removed contact still counts. */

import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';

/** Returns when tests of a user, or to a target, were sent since a time; the oldest first. */
export async function testsOf(
  db: Tx,
  whose: { userId: string } | { target: string },
  since: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('contact_tests')
    .select('at')
    .where('at', '>', since)
    .where((eb) =>
      'userId' in whose ? eb('userId', '=', whose.userId) : eb('target', '=', whose.target),
    )
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => at);
}

/** Adds one, and deletes those up to a time, which count no longer. */
export async function addTest(tx: Tx, test: Row<'contact_tests'>, since: string): Promise<void> {
  await tx.deleteFrom('contact_tests').where('at', '<=', since).execute();
  await tx.insertInto('contact_tests').values(test).execute();
}
