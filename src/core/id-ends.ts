/** Rows by the end of their id, which is what people are shown of it. */
import type { Tx } from '../storage/store.ts';
import { type Channels, idsOf } from './access/callers.ts';

/** Nobody else is served while so many ids are looked through. */
const SLICE = 10_000;
/** Stands after every id. */
const LAST = '~';

type Table = 'messages' | 'attachments' | 'deliveries';
type Wanted = { scope: Channels; end: string; before?: string | undefined; limit: number };

/** The newest ids with an end. All ids are walked, off their index and in slices, until the list is full. */
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

/** Where the slice below an id ends; undefined where what is left is less. */
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

/** All three have an id and a channel. */
const idsIn = (db: Tx, table: Table) =>
  db
    .selectFrom(table as 'messages')
    .select('id')
    .orderBy('id', 'desc');
