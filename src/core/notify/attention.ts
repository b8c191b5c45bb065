/** A user's own rules of being notified: when, from which urgency, quiet hours, the daily mail. */
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeHuman, mustHaveLoggedIn } from '../access/permissions.ts';
import { changeByLogin } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { type Attention, readAttention } from './schema.ts';

/** The caller's own rules of being notified; `NO_ATTENTION` until some are set. */
export async function getAttention({ store }: Inbox, caller: Caller): Promise<Attention> {
  mustBeHuman(caller);
  return attentionOf(store.read, caller.userId);
}

/** Applies to questions that are asked later. */
export async function setAttention(
  inbox: Inbox,
  caller: Caller,
  attention: Attention,
): Promise<Attention> {
  mustBeHuman(caller);
  mustHaveLoggedIn(caller);
  const { userId } = caller;
  await changeByLogin(inbox, caller, async (change) => {
    await setRules(change, userId, JSON.stringify(attention));
    change.emit('attention:changed', { userId });
  });
  return attention;
}

export const attentionOf = async (db: Tx, userId: string): Promise<Attention> =>
  readAttention((await rules(db, { userId }))[0]?.rules ?? null);

const rules = prepared<{ userId: string }, { rules: string }>((db, parameter) =>
  db.selectFrom('attention').select('rules').where('userId', '=', parameter('userId')),
);

export const setRules = ({ tx }: Change, userId: string, rules: string) =>
  tx
    .insertInto('attention')
    .values({ userId, rules })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ rules }))
    .execute();
