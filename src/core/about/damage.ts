/**
 * Whether the pages of the database are sound. A check reads all of them, so that it runs in a
 * process of its own, and at most once a day.
 */
import { readState, writeState } from '../../storage/state.ts';
import type { Store, Tx } from '../../storage/store.ts';
import { changeByItself } from '../change.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';

/** The last check. `fault` is null for a sound database. */
export type Check = { at: string; fault: string | null };

const NAME = 'database-check';
const EVERY_MS = 24 * 60 * 60 * 1000;

const lastCheck = (db: Tx) => readState<Check>(db, NAME);

/** Returns the fault that the last check found. */
export const readFault = async ({ read }: Store): Promise<string | null> =>
  (await lastCheck(read))?.fault ?? null;

/** Returns whether the caller should check the database now. */
export async function claimCheck(inbox: Inbox): Promise<boolean> {
  if (!isDue(inbox, await lastCheck(inbox.store.read))) return false;
  return changeByItself(inbox, async ({ tx }) => {
    const last = await lastCheck(tx);
    if (!isDue(inbox, last)) return false;
    await writeState(tx, NAME, { at: toTimestamp(inbox.now()), fault: last?.fault ?? null });
    return true;
  });
}

const isDue = ({ now }: Inbox, last: Check | null) =>
  last === null || now() - Date.parse(last.at) >= EVERY_MS;

/** Keeps what a check found. */
export async function noteCheck(inbox: Inbox, fault: string | null): Promise<void> {
  inbox.damage.fault = fault;
  if (fault !== null) inbox.log.error({ fault }, 'the database is damaged');
  await changeByItself(inbox, ({ tx }) =>
    writeState(tx, NAME, { at: toTimestamp(inbox.now()), fault }),
  );
}
