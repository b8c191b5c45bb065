/** Who sees a channel, where they can be reached, and in which order. */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Store, Tx } from '../../storage/store.ts';
import type { ContactKind } from '../../ways/ways.ts';
import { alikeAmong } from '../access/people.ts';
import type { Bus } from '../bus.ts';
import { fromJson } from '../json.ts';
import { TIME_LETTERS } from '../time.ts';
import type { Urgency } from './names.ts';
import { HIGH_SENT_SINGLY, type PlannedContact, type PlannedPerson } from './plan.ts';
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
  tenthHighAt: string | null;
};

/** When the tenth last question of urgency `high` was asked at a contact; null before there were ten. */
const tenthHigh = sql<string | null>`case
  when length(${sql.ref('contacts.highAskedAt')}) >= ${sql.lit(HIGH_SENT_SINGLY * TIME_LETTERS)}
  then substr(${sql.ref('contacts.highAskedAt')}, 1, ${sql.lit(TIME_LETTERS)}) end`;

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
    .select(tenthHigh.as('tenthHighAt'))
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
    if (row.id !== null) person.contacts.push(workingContact(row, row.id, since));
  }
  return { people: [...people.values()], steps: fromJson(rows[0]?.steps ?? null) ?? [] };
}

const workingContact = (row: Found, id: string, since: string): WorkingContact => ({
  id,
  kind: row.kind as ContactKind,
  lane: row.lane ?? '',
  from: row.from as Urgency,
  delaySeconds: row.delaySeconds,
  isBusy: row.askedBeforeThatAt !== null && row.askedBeforeThatAt > since,
  isAlarmed: (row.tenthHighAt ?? '') > since,
  isFailing: row.failingSince !== null,
});

type Known = {
  /** People who are enabled, with the channels that they see. */
  people: { id: string; channels: 'all' | Set<string> }[];
  /** By id, the e-mail addresses of users whose names look like another user's. */
  alike: Map<string, string | null>;
  hasContacts: boolean;
  /** Whether there is a contact or a second user. */
  setUp: boolean;
};

/** Caches users, their channels and contacts, so that they are not read for each question. */
export type KnownPeople = {
  known: Known | null;
  /** By channel. */
  audiences: Map<string, Audience>;
  forgotten: number;
};

export const createKnownPeople = (): KnownPeople => ({
  known: null,
  audiences: new Map(),
  forgotten: 0,
});

/** Events that change who can be notified. */
export const peopleEvents = [
  'access:changed',
  'agent:deleted',
  'contact:changed',
  'contact:health',
  'ladder:changed',
] as const;

/** Reads it again after each change of people, their channels or contacts. */
export function watchKnownPeople(people: KnownPeople, bus: Bus): void {
  const forget = () => {
    people.known = null;
    people.audiences = new Map();
    people.forgotten++;
  };
  for (const name of peopleEvents) bus.on(name, forget);
}

type Place = { people: KnownPeople; store: Store };

export async function knownPeople({ people, store }: Place): Promise<Known> {
  if (people.known) return people.known;
  const { forgotten } = people;
  const known = await usersAndChannels(store.read);
  // People who were read before a change must not be remembered after it.
  if (forgotten === people.forgotten) people.known = known;
  return known;
}

/** Who can be notified of a channel's questions. */
export async function knownAudience(
  { people, store }: Place,
  channelId: string,
): Promise<Audience> {
  const { audiences } = people;
  const known = audiences.get(channelId) ?? (await audienceOf(store.read, channelId, ''));
  audiences.set(channelId, known);
  return known;
}

/** The ids of those who see a channel. */
export const seersOf = ({ people }: Known, channelId: string): string[] =>
  people
    .filter(({ channels }) => channels === 'all' || channels.has(channelId))
    .map(({ id }) => id);

/**
 * The enabled users with the channels that they see, whether there are contacts, removed ones included, and
 * whether there is one that is not removed, or a second user.
 */
async function usersAndChannels(db: Tx) {
  const users = db.selectFrom('users').select(['id', 'role']).where('disabled', '=', 0);
  const grants = await db.selectFrom('user_channels').selectAll().execute();
  const contact = db.selectFrom('contacts').select('id').limit(1);
  const hasContacts = (await contact.executeTakeFirst()) !== undefined;
  const present = await contact.where('removedAt', 'is', null).executeTakeFirst();
  const named = await db.selectFrom('users').select(['id', 'name', 'email']).execute();
  const people = (await users.orderBy('id').execute()).map(({ id, role }) => ({
    id,
    channels: role === 'owner' ? ('all' as const) : channelsIn(grants, id),
  }));
  return {
    people,
    alike: alikeAmong(named),
    hasContacts,
    setUp: present !== undefined || people.length > 1,
  };
}

const channelsIn = (grants: { userId: string; channelId: string }[], userId: string) =>
  new Set(grants.filter((grant) => grant.userId === userId).map(({ channelId }) => channelId));
