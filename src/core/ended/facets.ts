import { sql } from 'kysely';
import { prepared, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeHuman } from '../access/permissions.ts';
import type { Inbox } from '../inbox.ts';
import { fromJson } from '../json.ts';
import { presentIn } from '../removed-channels.ts';
import { settleExpired } from '../reviews/expiry.ts';
import { namingFor } from '../reviews/naming.ts';
import type { Ended, RespondedBy } from '../reviews/schema.ts';
import type { EndedFacets } from './schema.ts';

/**
 * Lists who has answered, and which kinds have ended, in the caller's channels: the values of
 * filters.
 */
export async function endedFacets(inbox: Inbox, caller: Caller): Promise<EndedFacets> {
  mustBeHuman(caller);
  await settleExpired(inbox);
  const db = inbox.store.read;
  const scope = await presentIn(db, caller.channels);
  const channels = JSON.stringify(scope === 'all' ? [] : scope);
  const found = (ended: Ended) => kinds(db, { ended, isLimited: scope !== 'all' }, { channels });
  const answered = await found('completed');
  const others = [await found('expired'), await found('withdrawn')].flat();
  const people = new Set(answered.flatMap(({ answeredBy }) => answeredBy ?? []));
  const named = await Promise.all([...people].map((id) => nameOf(db, id)));
  return {
    respondedBy: named
      .map(await namingFor(inbox, caller))
      .sort((one, other) => one.name.localeCompare(other.name)),
    type: [...new Set([...answered, ...others].map(({ type }) => type))].sort(),
  };
}

type Shape = { ended: Ended; isLimited: boolean };
type Kind = { type: string; answeredBy: string | null };

const kinds = preparedFor<Shape, { channels: JsonList }, Kind>(
  (db, parameter, { ended, isLimited }) =>
    db
      .selectFrom('reviews')
      .select(['type', ended === 'completed' ? 'answeredBy' : sql<null>`null`.as('answeredBy')])
      .distinct()
      .where('status', '=', sql.lit(ended))
      .$if(isLimited, (query) =>
        query.where('channelId', 'in', sqlOf(db).valuesOf(parameter('channels'))),
      ),
);

/** A removed user keeps the name of their last answer. */
async function nameOf(db: Tx, id: string): Promise<{ id: string; name: string }> {
  const [user] = await userName(db, { id });
  if (user) return { id, name: user.name };
  const [answer] = await lastAnswer(db, { id });
  const by: RespondedBy | null = fromJson(answer?.respondedBy ?? null);
  return { id, name: by?.name ?? id };
}

const userName = prepared<{ id: string }, { name: string }>((db, parameter) =>
  db.selectFrom('users').select('name').where('id', '=', parameter('id')),
);

const lastAnswer = prepared<{ id: string }, { respondedBy: string | null }>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select('respondedBy')
    .where('status', '=', sql.lit('completed'))
    .where('answeredBy', '=', parameter('id'))
    .orderBy('respondedAt', 'desc')
    .limit(1),
);
