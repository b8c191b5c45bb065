/** Holds a data directory against what callers were promised. */
import { Database } from 'bun:sqlite';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sweepFiles } from '../../../src/core/files/sweep.ts';
import { openInbox } from '../../../src/core/open.ts';
import { silentLog } from '../../../src/log.ts';
import { type Ledger, type Promised, wasBy } from './ledger.ts';
import { contentOf } from './load.ts';

type Rows = ReturnType<typeof readRows>;
type Verdict = { lost: string[]; half: string[] };

/**
 * Finds what is lost of everything acknowledged up to a position of the log, and what is stored
 * incompletely. Opens the directory like a start, with a start's repairs.
 */
export async function verify(
  data: string,
  ledger: Ledger,
  at = Number.POSITIVE_INFINITY,
): Promise<Verdict> {
  const inbox = await openInbox({ data, log: silentLog(), holder: 'a test' });
  await sweepFiles(inbox);
  await inbox.close();
  const db = new Database(join(data, 'inbox.db'));
  const damaged = damageIn(db);
  const rows = readRows(db);
  db.close();
  const lost = ledger.by(at).flatMap((promised) => lostOf(rows, data, promised, at));
  return { lost, half: [...damaged, ...halvesIn(rows, data), ...refusedIn(rows, ledger)] };
}

type MessageRow = Record<'id' | 'deliveryStatus', string> &
  Record<'text' | 'streamState' | 'webhookUrl', string | null>;
type ReviewRow = Record<'messageId' | 'status', string> &
  Record<'response' | 'respondedAt' | 'respondedBy' | 'webhookUrl', string | null>;
type FileRow = { id: string; messageId: string | null; filename: string } & {
  storageKey: string;
  size: number;
};
type DeliveryRow = Record<'id' | 'messageId' | 'event' | 'status', string> & { attempts: number };

function damageIn(db: Database): string[] {
  const check = (pragma: string) => db.query(`pragma ${pragma}`).all();
  const integrity = JSON.stringify(check('integrity_check'));
  const found = check('foreign_key_check').map((row) => `foreign key: ${JSON.stringify(row)}`);
  if (integrity !== '[{"integrity_check":"ok"}]') found.push(`integrity: ${integrity}`);
  try {
    db.run("insert into message_search(message_search) values('integrity-check')");
  } catch (error) {
    found.push(`full text: ${(error as Error).message}`);
  }
  const unindexed = db.query(
    `select id from messages where text <> '' and coalesce(streamState, '') <> 'streaming'
       and seq not in (select rowid from message_search)
       and seq not in (select seq from long_texts)`,
  );
  return [...found, ...unindexed.all().map((row) => `not in the index: ${JSON.stringify(row)}`)];
}

function readRows(db: Database) {
  const all = <Row>(sql: string) => db.query<Row, []>(sql).all();
  const messages = all<MessageRow>('select * from messages');
  return {
    messages: new Map(messages.map((row) => [row.id, row])),
    reviews: all<ReviewRow>(
      `select reviews.*, channels.webhookUrl from reviews
       join messages on messages.id = reviews.messageId
       join channels on channels.id = messages.channelId`,
    ),
    files: all<FileRow>('select * from attachments'),
    deliveries: all<DeliveryRow>(
      `select deliveries.*, (select count(*) from delivery_attempts
         where deliveryId = deliveries.id) as attempts from deliveries`,
    ),
  };
}

function lostOf(rows: Rows, data: string, promised: Promised, at: number): string[] {
  const { id } = promised;
  const row = rows.messages.get(id);
  if (wasBy(at, promised.removed)) return row ? [`${id} is back though it was removed`] : [];
  if (!row) return wasBy(at, promised.removing) ? [] : [`${id} is gone`];
  return [...lostText(row, promised, at), ...lostEffects(rows, data, row, promised, at)];
}

function lostText(row: MessageRow, { id, text, steps, ended }: Promised, at: number): string[] {
  const last = steps.filter((step) => wasBy(at, step)).at(-1);
  const lost: string[] = [];
  if (text !== null && row.text !== text) lost.push(`${id} has another text`);
  if (last && Number(row.text) < last.number) lost.push(`${id} has an older draft`);
  if (wasBy(at, ended) && row.streamState !== 'complete') lost.push(`${id} is a draft again`);
  return lost;
}

function lostEffects(
  rows: Rows,
  data: string,
  row: MessageRow,
  { id, answered, acked, file }: Promised,
  at: number,
): string[] {
  const lost: string[] = [];
  if (answered && wasBy(at, answered)) {
    const review = rows.reviews.find((one) => one.messageId === id);
    const isThere = review?.response?.includes(`"${answered.option}"`);
    if (!isThere) lost.push(`the answer to ${id} is gone`);
  }
  if (wasBy(at, acked) && row.deliveryStatus !== 'agent_received') lost.push(`${id} is not acked`);
  const found = rows.files.find((one) => one.id === file?.id);
  if (file && !found) lost.push(`the file ${file.id} is gone`);
  if (found && !hasItsBytes(data, found)) lost.push(`the bytes of ${found.id} are gone`);
  return lost;
}

function hasItsBytes(data: string, { storageKey, filename, size }: FileRow): boolean {
  const path = join(data, 'files', storageKey);
  if (!existsSync(path)) return false;
  const content = readFileSync(path, 'utf8');
  return content.length === size && content === contentOf(filename);
}

function halvesIn({ messages, reviews, files, deliveries }: Rows, data: string): string[] {
  const half: string[] = [];
  const stored = new Set(files.map((file) => file.storageKey));
  for (const name of readdirSync(join(data, 'files'))) {
    if (!stored.has(name)) half.push(`the bytes ${name} have no record`);
  }
  for (const file of files) {
    if (!hasItsBytes(data, file)) half.push(`the record ${file.id} has no bytes`);
    if (!file.messageId) half.push(`the upload ${file.id} has no message`);
  }
  for (const review of reviews) half.push(...halfAnswer(review, deliveries));
  for (const { id, status, attempts, messageId } of deliveries) {
    const isSettled = status === 'delivered' || status === 'failed';
    if (isSettled && attempts === 0) half.push(`the delivery ${id} ended without an attempt`);
    const shown = messages.get(messageId)?.deliveryStatus;
    if (status === 'delivered' && shown !== 'webhook_delivered' && shown !== 'agent_received') {
      half.push(`the delivery ${id} went out and its message says ${shown}`);
    }
  }
  return half;
}

function halfAnswer(review: ReviewRow, deliveries: DeliveryRow[]): string[] {
  const { messageId: id, status, response, respondedAt, respondedBy } = review;
  const parts = [response, respondedAt, respondedBy].filter((part) => part !== null).length;
  const isAnswered = status === 'completed';
  const half = parts === (isAnswered ? 3 : 0) ? [] : [`the answer to ${id} is there by halves`];
  const isOf = (one: DeliveryRow) => one.messageId === id && one.event === 'review:responded';
  const expected = isAnswered && review.webhookUrl ? 1 : 0;
  const found = deliveries.filter(isOf).length;
  return found === expected ? half : [...half, `the answer to ${id} has ${found} deliveries`];
}

const refusedIn = ({ messages }: Rows, { refused }: Ledger): string[] =>
  [...messages.values()]
    .filter(({ text }) => text !== null && refused.has(text))
    .map(({ id }) => `${id} was refused and is there`);
