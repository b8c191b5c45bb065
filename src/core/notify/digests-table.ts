import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';

const open = prepared<{ userId: string }, Row<'notices'>>((db, parameter) =>
  db
    .selectFrom('notices')
    .selectAll()
    // By each contact, for which there is an index.
    .where('contactId', 'in', ({ selectFrom }) =>
      selectFrom('contacts')
        .select('contacts.id')
        .where('contacts.userId', '=', parameter('userId')),
    )
    .where('messageId', 'is', null)
    .where('what', '=', sql.lit('digests'))
    .where('status', 'in', ['waiting', 'sending']),
);

/** The digests of a user that are to be sent, or are being sent. */
export const openDigestsOf = (db: Tx, userId: string) => open(db, { userId });
