/** Who sees a channel, and where they can be reached. */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { readAttention } from './attention.ts';
import type { ContactKind, Urgency } from './names.ts';
import type { PlannedContact, PlannedPerson } from './plan.ts';

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
  askedBeforeThatAt: string | null;
};

const found = prepared<{ channelId: string }, Found>((db, parameter) =>
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
    .select(['contacts.delaySeconds', 'contacts.failingSince', 'contacts.askedBeforeThatAt'])
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

/** The users who see a channel, with their contacts; questions asked after `since` make one busy. */
export async function peopleOf(db: Tx, channelId: string, since: string): Promise<Person[]> {
  const people = new Map<string, Person>();
  for (const row of await found(db, { channelId })) {
    const { userId: id, rules } = row;
    const person: Person = people.get(id) ?? {
      ...{ id, contacts: [], attention: readAttention(rules) },
    };
    people.set(id, person);
    if (row.id !== null) person.contacts.push(toContact(row, row.id, since));
  }
  return [...people.values()];
}

const toContact = (row: Found, id: string, since: string): WorkingContact => ({
  id,
  kind: row.kind as ContactKind,
  lane: row.lane ?? '',
  from: row.from as Urgency,
  delaySeconds: row.delaySeconds,
  isBusy: row.askedBeforeThatAt !== null && row.askedBeforeThatAt > since,
  isFailing: row.failingSince !== null,
});
