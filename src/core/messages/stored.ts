import { type Expression, sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import type { Channels } from '../access/callers.ts';
import { nameOfKey, nameOfUser } from '../access/names.ts';
import type { Attachment } from '../files/schema.ts';
import { filesOf, filesWith } from '../files/stored.ts';
import { fromJson, type JsonObject, parseJson } from '../json.ts';
import { readReach, toReach } from '../notify/reach.ts';
import type { Notify } from '../notify/schema.ts';
import { isPresent } from '../removed-channels.ts';
import type { Review } from '../reviews/schema.ts';
import {
  cutAroundWords,
  cutText,
  LARGEST_LISTED_ANSWER,
  LARGEST_LISTED_METADATA,
  LONGEST_LISTED_TEXT,
} from './cut.ts';
import type { Message } from './schema.ts';

export async function findMessage(db: Tx, scope: Channels, id: string) {
  const rows =
    scope === 'all'
      ? await messagesById(db, { id })
      : await messagesInChannels(db, { id, channels: JSON.stringify(scope) });
  return (await withFiles(db, rows))[0];
}

/** One that this change has just written. */
export async function getWritten(tx: Tx, id: string): Promise<Message> {
  const message = await findMessage(tx, 'all', id);
  if (!message) throw new Error(`The message ${id} was written and is not there`);
  return message;
}

const messagesById = prepared<{ id: string }, MessageRow>((db, parameter) =>
  selectMessages(db).where('messages.id', '=', parameter('id')),
);

/** The texts of other channels are not read: how long that took would show that they exist. */
const messagesInChannels = prepared<{ id: string; channels: JsonList }, MessageRow>(
  (db, parameter) =>
    selectMessages(db)
      .where('messages.id', '=', parameter('id'))
      .where('messages.channelId', 'in', sqlOf(db).valuesOf(parameter('channels'))),
);

type MessageQuery = ReturnType<typeof selectMessages>;
export type MessageRow = Awaited<ReturnType<MessageQuery['execute']>>[number];

/** A condition: the message has a review, in that state if given. */
export const reviewWith = (db: Tx, messageId: string, status?: string | Expression<string>) =>
  db
    .selectFrom('reviews')
    .select('reviews.messageId')
    .where('reviews.messageId', '=', sql.ref<string>(messageId))
    .$if(status !== undefined, (query) =>
      query.where('reviews.status', '=', status as NonNullable<typeof status>),
    );

/** In a query: the ids of the messages of an agent's session. */
export const idsOfSession = (db: Tx, session: Expression<string>) =>
  db.selectFrom('messages').select('messages.id').where('messages.session', '=', session);

/** Returns messages with their reviews and attachments, in query order. */
export const readMessages = async (db: Tx, narrow: (query: MessageQuery) => MessageQuery) =>
  withFiles(db, await narrow(selectMessages(db)).execute());

/** Returns the messages of these rows; attachments are read only for those that have some. */
export async function withFiles(db: Tx, rows: MessageRow[]): Promise<Message[]> {
  const ids = rows.filter((row) => row.hasFiles).map((row) => row.id);
  const attachments = ids.length === 0 ? [] : await filesOf(db, ids);
  return rows.map((row) => {
    const own = attachments.filter((attachment) => attachment.messageId === row.id);
    return toMessage(row, own);
  });
}

/** All columns of `messages` except the text, the metadata and what only the index needs. */
const columns = (
  [
    'id',
    'channelId',
    'senderType',
    'senderId',
    'status',
    'webhookUrl',
    'deliveryStatus',
    'streamId',
    'streamState',
    'clientId',
    'createdAt',
    'updatedAt',
    'changeSeq',
  ] as const
).map((name) => `messages.${name}` as const);

/** Selects complete messages. */
export const selectMessages = (db: Tx) =>
  selectBut(db).select([
    'messages.text',
    'messages.metadata',
    'payload',
    'response',
    sql<string | null>`null`.as('answerLine'),
    sql<number>`0`.as('isCut'),
  ]);

/** Selects messages for a list, with long ones truncated; what is cut off is not read. */
const selectListed = (db: Tx): MessageQuery =>
  selectBut(db).select([
    sql<string | null>`substr(messages.text, 1, ${sql.lit(LONGEST_LISTED_TEXT + 1)})`.as('text'),
    listedMetadata.as('metadata'),
    listedPayload.as('payload'),
    listedAnswer.as('response'),
    'answerLine',
    isCut,
  ]);

/** A large answer is only its line, which is stored with it since answers are cut. */
export const listedAnswer = sql<string | null>`case
  when octet_length(response) > ${sql.lit(LARGEST_LISTED_ANSWER)} and "answerLine" is not null
    then '{}' else response end`;
export const listedPayload = sql<string | null>`coalesce(listed, payload)`;
/** Large metadata is its `source` alone, which says where a message came from, if that is small enough. */
export const listedMetadata = sql<string | null>`case
  when octet_length(messages.metadata) <= ${sql.lit(LARGEST_LISTED_METADATA)} then messages.metadata
  when octet_length(messages.metadata -> 'source') <= ${sql.lit(LARGEST_LISTED_METADATA)}
    then '{"source":' || (messages.metadata -> 'source') || '}'
  when messages.metadata is not null then '{}' end`;
const isCut =
  sql<number>`case when coalesce(octet_length(messages.text), 0) > ${sql.lit(LONGEST_LISTED_TEXT)}
  or coalesce(octet_length(messages.metadata), 0) > ${sql.lit(LARGEST_LISTED_METADATA)}
  or (octet_length(response) > ${sql.lit(LARGEST_LISTED_ANSWER)} and "answerLine" is not null)
  or listed is not null then 1 else 0 end`.as('isCut');

const listedByIds = prepared<{ ids: JsonList }, MessageRow>((db, parameter) =>
  selectListed(db).where('messages.id', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);

const foundByIds = prepared<{ ids: JsonList }, MessageRow>((db, parameter) =>
  selectFound(db).where('messages.id', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);

/**
 * Returns those of the messages that still exist, as in a list, in this order. After a search, long texts are
 * cut around its words.
 */
export async function findListed(db: Tx, ids: string[], words: string[] = []): Promise<Message[]> {
  if (ids.length === 0) return [];
  const select = words.length > 0 ? foundByIds : listedByIds;
  const rows = await select(db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, cutAroundWords(row, words)]));
  return withFiles(
    db,
    ids.flatMap((id) => byId.get(id) ?? []),
  );
}

/** Selects messages for a search: as in a list, but with the full text to find the words in. */
const selectFound = (db: Tx): MessageQuery =>
  selectBut(db).select([
    'messages.text',
    listedMetadata.as('metadata'),
    listedPayload.as('payload'),
    listedAnswer.as('response'),
    'answerLine',
    isCut,
  ]);

const selectBut = (db: Tx) =>
  db
    .selectFrom('messages')
    .leftJoin('reviews', 'reviews.messageId', 'messages.id')
    .where(isPresent(db, 'messages.channelId'))
    .select(columns)
    .select([
      'reviews.type as reviewType',
      'reviews.status as reviewStatus',
      'expiresInSeconds',
      'expiresAt',
      'openedAt',
      'verdict',
      'respondedAt',
      'respondedBy',
      'withdrawnAt',
      'withdrawnBy',
      'withdrawnWhy',
      'ranAt',
      'defaultAnswer',
      'defaultReason',
      'urgency',
      'lowered',
      'confirm',
      'lease',
      'notify',
      'reach',
      'callback',
      'askedBy',
    ])
    .select(nameOfKey(db, 'reviews.askedBy').as('askedByName'))
    // An agent's messages have their channel's id as sender, which no user has.
    .select(nameOfUser(db, 'messages.senderId').as('senderName'))
    .select(({ exists }) => exists(filesWith(db, 'messages.id')).as('hasFiles'));

function toMessage(row: MessageRow, attachments: Attachment[]): Message {
  return {
    id: row.id,
    channelId: row.channelId,
    senderType: row.senderType as Message['senderType'],
    senderId: row.senderId,
    senderName: row.senderName,
    text: row.isCut && row.text !== null ? cutText(row.text) : row.text,
    status: row.status as Message['status'],
    review: toReview(row),
    metadata: readObject(row.metadata),
    webhookUrl: row.webhookUrl,
    deliveryStatus: row.deliveryStatus as Message['deliveryStatus'],
    streamId: row.streamId,
    streamState: row.streamState as Message['streamState'],
    clientId: row.clientId,
    attachments,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    seq: row.changeSeq,
    truncated: row.isCut === 1,
  };
}

function toReview(row: MessageRow): Review | null {
  if (row.reviewType === null) return null;
  const isDraft = row.reviewStatus === 'draft';
  return {
    type: row.reviewType,
    status: isDraft ? 'pending' : (row.reviewStatus as Review['status']),
    payload: readObject(row.payload) ?? {},
    askedBy: toAskedBy(row),
    expiresInSeconds: row.expiresInSeconds as number,
    expiresAt: isDraft ? null : row.expiresAt,
    openedAt: row.openedAt,
    response: readObject(row.response),
    verdict: row.verdict as Review['verdict'],
    ...(row.answerLine !== null && { answerLine: row.answerLine }),
    respondedAt: row.respondedAt,
    respondedBy: toRespondedBy(row.respondedBy),
    default: readObject(row.defaultAnswer),
    defaultReason: row.defaultReason,
    automatic: isAutomatic(row),
    withdrawn: toWithdrawn(row),
    ranAt: row.ranAt,
    urgency: row.urgency as Review['urgency'],
    lowered: row.lowered === 1,
    confirm: row.confirm === 1,
    hold: row.lease !== null,
    notifyAfterSeconds: readNotify(row.notify)?.afterSeconds ?? 0,
    reach: toReach(readReach(row.reach), { hasEnded: row.reviewStatus !== 'pending' && !isDraft }),
    callback: fromJson(row.callback),
  };
}

const readNotify = (text: string | null): Notify | null => fromJson(text);

/** Long numbers in what an agent or a person sent stay as they are. */
const readObject = (text: string | null) =>
  text === null ? null : (parseJson(text) as JsonObject);

const toAskedBy = ({ askedBy: id, askedByName: name }: MessageRow): Review['askedBy'] =>
  id === null || name === null ? null : { id, name };

const isAutomatic = ({
  reviewStatus,
  respondedBy,
  defaultAnswer,
  withdrawnBy,
}: MessageRow): boolean =>
  (reviewStatus === 'completed' && respondedBy === null && defaultAnswer !== null) ||
  withdrawnBy === 'inbox';

const toWithdrawn = ({ withdrawnAt, withdrawnWhy }: MessageRow): Review['withdrawn'] =>
  withdrawnAt === null ? null : { why: withdrawnWhy, at: withdrawnAt };

const toRespondedBy = (text: string | null): Review['respondedBy'] =>
  text === null ? null : { via: null, credential: null, ...JSON.parse(text) };
