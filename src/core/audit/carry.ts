import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import { type Anchor, START } from './chain.ts';
import { insertRows, newestEntry } from './table.ts';

/** The entries of a log after a given one; `brokenOff` is its newest if it lacks that entry. */
export type Later = { rows: Row<'audit'>[]; brokenOff: Anchor | null };

export const NOTHING_LATER: Later = { rows: [], brokenOff: null };

/** Returns a database's entries after the newest one in its backup, unchanged. */
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

/** For a database that shares nothing with the backup. */
export const logOfAnother = async (replaced: Tx) => brokenOffAt(await newestEntry(replaced));

const brokenOffAt = (newest: Anchor): Later => ({
  rows: [],
  brokenOff: newest.seq === START.seq ? null : newest,
});

export const carryOver = (tx: Tx, { rows }: Later) => insertRows(tx, rows);
