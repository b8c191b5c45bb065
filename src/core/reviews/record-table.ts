import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';
import { Ended } from './schema.ts';

type Notified = { messageId: string; toldAt: string; toldBy: string };
const notify = prepared<Notified, never>((db, parameter) =>
  db
    .updateTable('reviews')
    .set({ toldAt: parameter('toldAt'), toldBy: parameter('toldBy') })
    .where('messageId', '=', parameter('messageId'))
    .where('status', 'in', Ended.options)
    .where('toldAt', 'is', null),
);

/** Records that the agent received the end of its question, unless that is recorded already. */
export async function setNotified({ tx }: Change, notified: Notified): Promise<void> {
  await notify(tx, notified);
}

const record = prepared<
  { messageId: string },
  Pick<Row<'reviews'>, 'questionDigest' | 'answerDigest' | 'toldAt' | 'toldBy'>
>((db, parameter) =>
  db
    .selectFrom('reviews')
    .select(['questionDigest', 'answerDigest', 'toldAt', 'toldBy'])
    .where('messageId', '=', parameter('messageId')),
);

export const recordRow = async (db: Tx, messageId: string) => (await record(db, { messageId }))[0];

export const isUnnotified = async (db: Tx, messageId: string): Promise<boolean> =>
  (await recordRow(db, messageId))?.toldAt === null;
