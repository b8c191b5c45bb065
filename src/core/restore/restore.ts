/** Compares a backup's database with the current one, and prepares it to replace that. */
import type { Store, Tx } from '../../storage/store.ts';
import { localOwnerRow } from '../access/local-owner.ts';
import {
  carryOver,
  entriesAfter,
  type Later,
  logOfAnother,
  NOTHING_LATER,
} from '../audit/carry.ts';
import { record } from '../audit/record.ts';
import { startLog } from '../log/starts.ts';
import { newestId, noteNewestId } from '../newest-id.ts';
import { toTimestamp } from '../time.ts';
import { findRevived, type Revived } from './revived.ts';
import {
  countersOf,
  endAllCredentials,
  endAllSessions,
  hasTable,
  haveIdsInCommon,
  raiseCounters,
} from './table.ts';

/** The state of a backup beside the database that it replaces. */
export type Comparison = {
  /** Null if undetermined; `unknown` is the reason. */
  revived: Revived | null;
  unknown: string | null;
  later: Later;
  counters: { name: string; value: number }[];
  newestId: string | null;
};

/** For a database that is missing or unreadable. */
export const nothingKnown = (unknown: string | null): Comparison => ({
  revived: null,
  unknown,
  later: NOTHING_LATER,
  counters: [],
  newestId: null,
});

export async function compareDatabases(
  backup: Tx,
  replaced: Tx,
  nowMs: number,
): Promise<Comparison> {
  const isSame = await haveIdsInCommon(backup, replaced);
  const found = {
    revived: isSame ? await findRevived(backup, replaced, toTimestamp(nowMs)) : null,
    unknown: isSame ? null : 'it belongs to another inbox',
  };
  // An older version recorded nothing.
  if (!(await hasTable(replaced, 'state'))) return { ...nothingKnown(null), ...found };
  return {
    ...found,
    later: isSame ? await entriesAfter(replaced, backup) : await logOfAnother(replaced),
    counters: await countersOf(replaced),
    newestId: await newestId(replaced),
  };
}

export type Restore = {
  nowMs: number;
  /** Ends every credential except the local owner's password. */
  revokeAll: boolean;
  /** The archive's name and creation time. */
  name: string;
  createdAt: string;
};

/** Prepares the database to replace the one that it was compared with. */
export async function settleRestored(
  store: Store,
  found: Comparison,
  { nowMs, revokeAll, name, createdAt }: Restore,
): Promise<void> {
  const { later, counters, newestId: lastId, unknown } = found;
  await store.commit(async (tx) => {
    await endAllSessions(tx);
    const owner = await localOwnerRow(tx);
    if (revokeAll) await endAllCredentials(tx, toTimestamp(nowMs), owner?.id ?? '');
    await raiseCounters(tx, counters);
    await startLog(tx);
    if (lastId !== null && lastId > ((await newestId(tx)) ?? '')) await noteNewestId(tx, lastId);
    await carryOver(tx, later);
    const actor = { kind: 'local' as const, id: null, name: null };
    const { brokenOff, rows } = later;
    const detail = { createdAt, revokeAll, carriedOver: rows.length, brokenOff, unknown };
    // No inbox is open yet to record it.
    await record(
      { inbox: { now: () => nowMs }, tx },
      { actor, visit: { via: 'terminal', address: null } },
      { action: 'backup.restored', subject: { kind: 'backup', id: null, name }, detail },
    );
  });
}
