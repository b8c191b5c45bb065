/**
 * A page of messages: how many fit is measured before any of them is read, and they are read in parts. No
 * part keeps other requests waiting for long, and nobody has to hold a whole page.
 */
import { sql } from 'kysely';
import { prepared } from '../../storage/prepared.ts';
import type { Tx } from '../../storage/store.ts';
import { type JsonList, sqlOf } from '../../storage/words.ts';
import { TURN_BYTES, turnFor } from '../own-turn.ts';
import { LONGEST_LISTED_TEXT } from './cut.ts';
import type { Message } from './schema.ts';
import { findListed, listedAnswer, listedMetadata, listedPayload } from './stored.ts';

/** A page ends once it has this many bytes, but not before it has `least` items. */
export type Room = { bytes: number; least: number };

/** Some clients read 50 and follow no cursor. */
export const PAGE: Room = { bytes: 1024 * 1024, least: 50 };
/** For those who ask for more by themselves. */
export const FOLLOWED: Room = { bytes: 64 * 1024, least: 1 };

/** Items that are read in one turn of the event loop: of `TURN_BYTES` at most, or a single one. */
type Part<T> = { items: T[]; bytes: number };

/** A page of a list: its messages are read in parts, each when it is wanted. */
export type Page<M = Message> = { parts: AsyncGenerator<M[]>; nextCursor: string | null };

type Listing<P, M> = {
  limit: number;
  /** The words of a search, around which long texts are cut. */
  words?: string[];
  /** The cursor after an item. */
  cursorOf?: (place: P) => string;
  /** Turns messages into what the caller sees. */
  shown: (messages: Message[]) => Promise<M[]>;
};

/** Returns the page of these places, in their order: one more than the limit means that another follows. */
export async function pageAt<P extends { id: string }, M>(
  db: Tx,
  places: P[],
  { limit, words = [], cursorOf = byId, shown }: Listing<P, M>,
): Promise<Page<M>> {
  const wanted = places.slice(0, limit);
  const sizes = await sizesOf(
    db,
    wanted.map(({ id }) => id),
  );
  const sizeOf = ({ id }: P) => {
    const { listed = 0, text = 0 } = sizes.get(id) ?? {};
    return { listed, read: words.length > 0 ? listed + text : listed };
  };
  const parts = fitted(wanted, sizeOf, PAGE);
  const last = parts.at(-1)?.items.at(-1);
  const isLast = last === undefined || last === places.at(-1);
  const read = async (part: P[]) => {
    const ids = part.map(({ id }) => id);
    return shown(await findListed(db, ids, words));
  };
  return { parts: inParts(parts, read), nextCursor: isLast ? null : cursorOf(last) };
}

const byId = ({ id }: { id: string }) => id;

/** The size of a message in a list, in bytes of JSON, and the length of its whole text. */
type Size = { listed: number; text: number };

/** Returns the sizes of those that still exist. */
export async function sizesOf(db: Tx, ids: string[]): Promise<Map<string, Size>> {
  if (ids.length === 0) return new Map();
  const rows = await measured(db, { ids: JSON.stringify([...new Set(ids)]) });
  return new Map(rows.map(({ id, ...size }) => [id, size]));
}

/** Names, times, ids and all else of limited length. */
const REST = 1024;

const measured = prepared<{ ids: JsonList }, Size & { id: string }>((db, parameter) =>
  db
    .selectFrom('messages')
    .leftJoin('reviews', 'reviews.messageId', 'messages.id')
    .select('messages.id')
    .select([
      sql<number>`${sql.lit(REST)}
        + coalesce(${sqlOf(db).jsonBytes(sql.ref('messages.text'), LONGEST_LISTED_TEXT)}, 0)
        + coalesce(octet_length(${listedMetadata}), 0) + coalesce(octet_length(${listedPayload}), 0)
        + coalesce(octet_length(${listedAnswer}), 0) + coalesce(octet_length("defaultAnswer"), 0)
        + coalesce(octet_length("defaultReason"), 0) + coalesce(octet_length(callback), 0)
        + coalesce((select sum(400 + octet_length(filename)) from attachments
          where attachments."messageId" = messages.id), 0)`.as('listed'),
      sql<number>`coalesce(octet_length(messages.text), 0)`.as('text'),
    ])
    .where('messages.id', 'in', sqlOf(db).valuesOf(parameter('ids'))),
);

/** Takes as many of the items as a page has room for, in parts. */
export function fitted<T>(
  items: T[],
  sizeOf: (item: T) => { listed: number; read: number },
  { bytes, least }: Room,
): Part<T>[] {
  const parts: Part<T>[] = [];
  let sum = 0;
  for (const [at, item] of items.entries()) {
    const { listed, read } = sizeOf(item);
    sum += listed;
    if (at >= least && sum > bytes) break;
    const part = parts.at(-1);
    if (part && part.bytes + read <= TURN_BYTES) {
      part.items.push(item);
      part.bytes += read;
    } else {
      parts.push({ items: [item], bytes: read });
    }
  }
  return parts;
}

/** Reads one part after the other, each when it is wanted. */
export async function* inParts<T, R>(
  parts: Part<T>[],
  read: (items: T[]) => Promise<R[]>,
): AsyncGenerator<R[]> {
  for (const { items, bytes } of parts) {
    await turnFor(bytes);
    yield await read(items);
  }
}
