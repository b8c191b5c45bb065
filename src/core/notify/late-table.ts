import { sql } from 'kysely';
import { prepared, preparedFor } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { isPresent } from '../removed-channels.ts';

/** A pending question. */
export type Unsent = {
  messageId: string;
  channelId: string;
  urgency: string;
  lowered: number;
  notify: string | null;
  openedAt: string;
  expiresAt: string;
};

type Values = { channels: JsonList; at: string; after: string; limit: number };
const unsent = preparedFor<{ isAll: boolean }, Values, Unsent>((db, parameter, { isAll }) =>
  db
    .selectFrom('reviews')
    .select(['messageId', 'channelId', 'urgency', 'lowered', 'notify', 'openedAt', 'expiresAt'])
    .where('status', '=', 'pending')
    .where('messageId', '>', parameter('after'))
    .where('expiresAt', '>', parameter('at'))
    .where(isPresent(db, 'reviews.channelId'))
    .$if(!isAll, (query) =>
      query.where('channelId', 'in', sqlOf(db).valuesOf(parameter('channels'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices')
            .select('notices.id')
            .whereRef('notices.messageId', '=', 'reviews.messageId')
            .where('notices.what', '<>', 'settles')
            .where(({ or, eb }) =>
              or([
                eb('notices.sentAt', 'is not', null),
                eb('notices.mayHaveArrived', '=', 1),
                eb('notices.status', '=', 'sending'),
              ]),
            ),
        ),
      ),
    )
    .orderBy('messageId')
    .limit(parameter('limit'))
    .$narrowType<Unsent>(),
);

/** The pending questions of channels, after one of them, that were sent to nobody. */
export const unsentIn = (
  db: Tx,
  channels: Channels,
  page: { at: string; after: string; limit: number },
): Promise<Unsent[]> => {
  const isAll = channels === 'all';
  return unsent(db, { isAll }, { ...page, channels: JSON.stringify(isAll ? [] : channels) });
};

type AskedAt = { messageId: string; contactId: string; round: number; open: number };
const asked = prepared<{ userId: string; messageIds: JsonList }, AskedAt>((db, parameter) =>
  db
    .selectFrom('notices')
    .select(['messageId', 'contactId'])
    .select(({ fn }) => fn.max('round').as('round'))
    .select(sql<number>`max(status = 'waiting')`.as('open'))
    .where('messageId', 'in', sqlOf(db).valuesOf(parameter('messageIds')))
    .where('userId', '=', parameter('userId'))
    .where('what', '=', 'asks')
    .groupBy(['messageId', 'contactId'])
    .$narrowType<{ messageId: string }>(),
);

/** At which contacts of a user the questions were to be asked, and whether they still are. */
export const askedAt = (db: Tx, userId: string, messageIds: readonly string[]) =>
  asked(db, { userId, messageIds: JSON.stringify(messageIds) });

const users = prepared<object, { userId: string }>((db) =>
  db
    .selectFrom('contacts')
    .select('userId')
    .distinct()
    .where('removedAt', 'is', null)
    .where('disabledAt', 'is', null)
    .where('verifiedAt', 'is not', null),
);

export const usersWithContacts = async (db: Tx): Promise<string[]> =>
  (await users(db, {})).map(({ userId }) => userId);
