import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type Anchor, START } from './chain.ts';
import { insertRows, newestEntry } from './table.ts';

/** What a log has after an entry; `brokenOff` is its newest where it does not have that entry. */
export type Later = { rows: Row<'audit'>[]; brokenOff: Anchor | null };

export const NOTHING_LATER: Later = { rows: [], brokenOff: null };

/** The entries that a database has after the newest of a backup of it, as they are. */
export async function entriesAfter(replaced: Tx, backup: Tx): Promise<Later> {
  const [newest, last] = [await newestEntry(replaced), await newestEntry(backup)];
  if (newest.hash === last.hash) return NOTHING_LATER;
  const rows = await replaced
    .selectFrom('audit')
    .selectAll()
    .where('seq', '>=', last.seq)
    .orderBy('seq')
    .execute();
  const isSameLog = rows.some(({ hash, previous }) => [hash, previous].includes(last.hash));
  if (!isSameLog) return brokenOffAt(newest);
  return { rows: rows.filter(({ seq }) => seq > last.seq), brokenOff: null };
}

/** Of a database that has nothing in common with the backup. */
export const logOfAnother = async (replaced: Tx) => brokenOffAt(await newestEntry(replaced));

const brokenOffAt = (newest: Anchor): Later => ({
  rows: [],
  brokenOff: newest.seq === START.seq ? null : newest,
});

/** Within the change that puts them there. */
export const carryOver = (tx: Tx, { rows }: Later) => insertRows(tx, rows);
