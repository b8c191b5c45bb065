/** Finds rows by the end of their id, which is what people see. */
import type { Tx } from '../storage/store.ts';
import { type Channels, idsOf } from './access/callers.ts';

/** No other request is served while a slice of ids is scanned. */
const SLICE = 10_000;
/** Sorts after every id. */
const LAST = '~';

type Table = 'messages' | 'attachments' | 'deliveries';
type Wanted = { scope: Channels; end: string; before?: string | undefined; limit: number };

/**
 * Returns the newest ids with an end. All ids are scanned from their index, in slices, until the
 * list is full.
 */
export async function idsWithEnd(
  db: Tx,
  table: Table,
  { before = LAST, limit, ...wanted }: Wanted,
  signal?: AbortSignal,
): Promise<string[]> {
  const ids: string[] = [];
  let upper: string | undefined = before;
  while (upper !== undefined && ids.length < limit && !signal?.aborted) {
    const lower = await idFarBelow(db, table, upper);
    ids.push(...(await idsBetween(db, table, { upper, lower, ...wanted })));
    upper = lower;
    await new Promise(setImmediate);
  }
  return ids.slice(0, limit);
}

/** Returns the lower end of the slice below an id; undefined if less remains. */
async function idFarBelow(db: Tx, table: Table, upper: string): Promise<string | undefined> {
  const row = await idsIn(db, table)
    .where('id', '<', upper)
    .limit(1)
    .offset(SLICE)
    .executeTakeFirst();
  return row?.id;
}

type Between = Pick<Wanted, 'scope' | 'end'> & { upper: string; lower: string | undefined };

async function idsBetween(db: Tx, table: Table, { scope, end, upper, lower = '' }: Between) {
  const rows = await idsIn(db, table)
    .where('id', '<', upper)
    .where('id', '>=', lower)
    .where('id', 'like', `%${end}`)
    .$if(scope !== 'all', (query) => query.where('channelId', 'in', idsOf(scope)))
    .execute();
  return rows.map(({ id }) => id);
}

/** All three tables have an id and a channel. */
const idsIn = (db: Tx, table: Table) =>
  db
    .selectFrom(table as 'messages')
    .select('id')
    .orderBy('id', 'desc');
