import { sql } from 'kysely';
import { nextSeq } from '../../storage/event-log.ts';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { sqlOf } from '../../storage/words.ts';
import { type Channels, idsOf } from '../access/callers.ts';
import type { Change } from '../inbox.ts';
import { fromJson } from '../json.ts';
import { isPresent } from '../removed-channels.ts';
import { type Asked, searchableText } from '../reviews/words.ts';
import { readMessages } from './stored.ts';
import { changedAt } from './versions.ts';

type NewRow = Omit<Row<'messages'>, 'seq'>;

// Without RETURNING: SQLite counts that as several writes, and FTS5 then writes out its buffer.
const insertRow = prepared<NewRow, never>((db, parameter) =>
  db.insertInto('messages').values({
    id: parameter('id'),
    channelId: parameter('channelId'),
    senderType: parameter('senderType'),
    senderId: parameter('senderId'),
    text: parameter('text'),
    status: parameter('status'),
    metadata: parameter('metadata'),
    webhookUrl: parameter('webhookUrl'),
    deliveryStatus: parameter('deliveryStatus'),
    streamId: parameter('streamId'),
    streamState: parameter('streamState'),
    clientId: parameter('clientId'),
    bodyDigest: parameter('bodyDigest'),
    session: parameter('session'),
    callId: parameter('callId'),
    callDigest: parameter('callDigest'),
    createdAt: parameter('createdAt'),
    updatedAt: parameter('updatedAt'),
    changeSeq: parameter('changeSeq'),
  }),
);

/** Stores a message without its review and attachments. */
export async function insertMessage({ tx }: Change, row: NewRow): Promise<void> {
  await insertRow(tx, row);
}

/**
 * Makes a message searchable; a draft only once it has ended, because indexing each update is
 * expensive.
 */
export async function indexMessage(
  { tx }: Change,
  { id, text, streamState }: Pick<NewRow, 'id' | 'text' | 'streamState'>,
  review: Asked | null | undefined,
): Promise<void> {
  const words = searchableText(text, review);
  if (words !== '' && streamState !== 'streaming') await sqlOf(tx).texts.add(tx, id, words);
}

export async function newestMessageId(db: Tx): Promise<string | null> {
  const newest = db.selectFrom('messages').select((eb) => eb.fn.max('id').as('id'));
  return (await newest.executeTakeFirst())?.id ?? null;
}

type Changed = Pick<Row<'messages'>, 'updatedAt'>;

/** Updates columns of a message; returns the number of the event that reports it. */
export async function updateMessage(
  { tx }: Change,
  id: string,
  { updatedAt, ...set }: Partial<Omit<NewRow, 'changeSeq'>> & Changed,
): Promise<number> {
  const changeSeq = nextSeq(tx);
  await tx
    .updateTable('messages')
    .set({ ...set, updatedAt: changedAt(tx, updatedAt), changeSeq })
    .where('id', '=', id)
    .execute();
  return changeSeq;
}

/** Deletes a message and, by cascades, everything attached to it. */
export async function deleteMessageRow({ tx }: Change, id: string): Promise<void> {
  await tx.deleteFrom('messages').where('id', '=', id).execute();
}

/** Names the channels of any scope, because the index of streams begins with the channel. */
export const messagesOfStream = (tx: Tx, scope: Channels, streamId: string) =>
  readMessages(tx, (query) =>
    query
      .where('messages.streamId', '=', streamId)
      .where(
        'messages.channelId',
        'in',
        scope === 'all' ? tx.selectFrom('channels').select('channels.id') : idsOf(scope),
      ),
  );

/** Replaces a draft's text. */
export async function setText(
  change: Change,
  id: string,
  set: Pick<Row<'messages'>, 'text' | 'streamState'> & Changed,
): Promise<void> {
  await updateMessage(change, id, set);
  if (set.streamState === 'streaming') return;
  const [asked] = await askedBy(change.tx, { id });
  await indexMessage(
    change,
    { id, ...set },
    asked && { ...asked, payload: fromJson(asked.payload) },
  );
}

const askedBy = prepared<{ id: string }, { type: string; payload: string }>((db, parameter) =>
  db.selectFrom('reviews').select(['type', 'payload']).where('messageId', '=', parameter('id')),
);

/** Returns some drafts without an update since `before`. */
export async function abandonedDrafts(tx: Tx, before: string, limit: number) {
  return tx
    .selectFrom('messages')
    .select(['id', 'text'])
    .where('streamState', '=', 'streaming')
    .where('updatedAt', '<=', before)
    .where(isPresent(tx, 'messages.channelId'))
    .limit(limit)
    .execute();
}

type Old = { after: string; until: string; unchangedSince: string; limit: number };

/** Returns the oldest messages after an id that are unchanged since, and neither pending nor drafts. */
export async function endedMessages(
  db: Tx,
  { after, until, unchangedSince, limit }: Old,
): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('id')
    .where('id', '>', after)
    .where('id', '<', until)
    .where('updatedAt', '<', unchangedSince)
    .where((eb) => eb.or([eb('streamState', 'is', null), eb('streamState', '<>', 'streaming')]))
    .where(({ not, exists }) =>
      not(
        exists(
          db
            .selectFrom('reviews')
            .select('messageId')
            .where('reviews.messageId', '=', sql.ref<string>('messages.id'))
            .where('status', 'in', ['pending', 'draft']),
        ),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
