/** Who sees a channel, where they can be reached, and in which order. */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { fromJson } from '../json.ts';
import { tenthHighAt } from './contact-health.ts';
import type { ContactKind, Urgency } from './names.ts';
import type { PlannedContact, PlannedPerson } from './plan.ts';
import { type Ladder, readAttention } from './schema.ts';

/** A contact that can be sent to, as far as is known. */
export type WorkingContact = PlannedContact & { lane: string };
export type Person = Omit<PlannedPerson, 'isPresent'> & { contacts: WorkingContact[] };
/** The users who see a channel, and its ladder. */
export type Audience = { people: Person[]; steps: Ladder['steps'] };

type Found = {
  userId: string;
  rules: string | null;
  steps: string | null;
  id: string | null;
  kind: string | null;
  lane: string | null;
  from: string | null;
  delaySeconds: number | null;
  failingSince: string | null;
  askedBeforeThatAt: string | null;
  highAskedAt: string | null;
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
    .leftJoin('ladders', (join) => join.on('ladders.channelId', '=', parameter('channelId')))
    .select(['users.id as userId', 'attention.rules', 'ladders.steps'])
    .select(['contacts.id', 'contacts.kind', 'contacts.lane', 'contacts.from'])
    .select(['contacts.delaySeconds', 'contacts.failingSince', 'contacts.askedBeforeThatAt'])
    .select('contacts.highAskedAt')
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

/** Who is notified of a channel's questions; those asked after `since` make a contact busy. */
export async function audienceOf(db: Tx, channelId: string, since: string): Promise<Audience> {
  const rows = await found(db, { channelId });
  const people = new Map<string, Person>();
  for (const row of rows) {
    const { userId: id, rules } = row;
    const person = people.get(id) ?? { id, contacts: [], attention: readAttention(rules) };
    people.set(id, person);
    if (row.id !== null) person.contacts.push(toContact(row, row.id, since));
  }
  return { people: [...people.values()], steps: fromJson(rows[0]?.steps ?? null) ?? [] };
}

const toContact = (row: Found, id: string, since: string): WorkingContact => ({
  id,
  kind: row.kind as ContactKind,
  lane: row.lane ?? '',
  from: row.from as Urgency,
  delaySeconds: row.delaySeconds,
  isBusy: row.askedBeforeThatAt !== null && row.askedBeforeThatAt > since,
  isAlarmed: (tenthHighAt(row) ?? '') > since,
  isFailing: row.failingSince !== null,
});
