/** Who sees a channel, and where they can be reached. */
import { sql } from 'kysely';
import { preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { readAttention } from './attention.ts';
import type { ContactKind, Urgency } from './names.ts';
import { type PlannedContact, type PlannedPerson, SENT_SINGLY } from './plan.ts';

/** A contact that can be sent to, as far as is known. */
export type WorkingContact = PlannedContact & { lane: string };
export type Person = Omit<PlannedPerson, 'isPresent'> & { contacts: WorkingContact[] };

type Found = {
  userId: string;
  rules: string | null;
  id: string | null;
  kind: string | null;
  lane: string | null;
  from: string | null;
  delaySeconds: number | null;
  failingSince: string | null;
  recent: number;
};

const found = preparedFor<{ counts: boolean }, { channelId: string; since: string }, Found>(
  (db, parameter, { counts }) =>
    db
      .selectFrom('users')
      .leftJoin('attention', 'attention.userId', 'users.id')
      .leftJoin('contacts', (join) =>
        join
          .onRef('contacts.userId', '=', 'users.id')
          .on('contacts.removedAt', 'is', null)
          .on('contacts.disabledAt', 'is', null)
          .on('contacts.verifiedAt', 'is not', null),
      )
      .select(['users.id as userId', 'attention.rules'])
      .select(['contacts.id', 'contacts.kind', 'contacts.lane', 'contacts.from'])
      .select(['contacts.delaySeconds', 'contacts.failingSince'])
      .select(({ lit, selectFrom }) =>
        !counts
          ? lit(0).as('recent')
          : selectFrom(
              // A busy contact has thousands; no more than matters are counted.
              selectFrom('notices')
                .select('notices.id')
                .where('notices.contactId', '=', sql.ref<string>('contacts.id'))
                .where('notices.what', '=', 'asks')
                .where('notices.createdAt', '>', parameter('since'))
                .limit(sql.lit(SENT_SINGLY))
                .as('lately'),
            )
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .$castTo<{ count: number }>()
              .$asScalar()
              .$notNull()
              .as('recent'),
      )
      .where('users.disabled', '=', 0)
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('users.role', '=', 'owner'),
          exists(
            selectFrom('user_channels')
              .select('user_channels.userId')
              .where('user_channels.userId', '=', sql.ref<string>('users.id'))
              .where('user_channels.channelId', '=', parameter('channelId')),
          ),
        ]),
      )
      .orderBy('users.id')
      .orderBy('contacts.id'),
);

/**
 * The users who see a channel, with their contacts; `since` is when questions began to count as recent,
 * null if they need not be counted.
 */
export async function peopleOf(db: Tx, channelId: string, since: string | null): Promise<Person[]> {
  const people = new Map<string, Person>();
  for (const row of await found(
    db,
    { counts: since !== null },
    { channelId, since: since ?? '' },
  )) {
    const { userId: id, rules } = row;
    const person: Person = people.get(id) ?? {
      ...{ id, contacts: [], attention: readAttention(rules) },
    };
    people.set(id, person);
    if (row.id !== null) person.contacts.push(toContact(row, row.id));
  }
  return [...people.values()];
}

const toContact = (row: Found, id: string): WorkingContact => ({
  id,
  kind: row.kind as ContactKind,
  lane: row.lane ?? '',
  from: row.from as Urgency,
  delaySeconds: row.delaySeconds,
  recent: row.recent,
  isFailing: row.failingSince !== null,
});
