import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { alikeAmong } from '../access/people.ts';

/**
 * The enabled users with the channels that they see, whether there are contacts, removed ones included, and
 * whether there is one that is not removed, or a second user.
 */
export async function usersAndChannels(db: Tx) {
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

const rules = prepared<{ userId: string }, { rules: string }>((db, parameter) =>
  db.selectFrom('attention').select('rules').where('userId', '=', parameter('userId')),
);

export const rulesOf = async (db: Tx, userId: string): Promise<string | null> =>
  (await rules(db, { userId }))[0]?.rules ?? null;

export const setRules = (tx: Tx, userId: string, rules: string) =>
  tx
    .insertInto('attention')
    .values({ userId, rules })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ rules }))
    .execute();

const steps = prepared<{ channelId: string }, { steps: string }>((db, parameter) =>
  db.selectFrom('ladders').select('steps').where('channelId', '=', parameter('channelId')),
);

export const stepsOf = async (db: Tx, channelId: string): Promise<string | null> =>
  (await steps(db, { channelId }))[0]?.steps ?? null;

export const setSteps = (tx: Tx, channelId: string, steps: string) =>
  tx
    .insertInto('ladders')
    .values({ channelId, steps })
    .onConflict((conflict) => conflict.column('channelId').doUpdateSet({ steps }))
    .execute();
