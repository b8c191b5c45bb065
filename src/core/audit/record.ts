import type { Tx } from '../../storage/store.ts';
import type { Caller } from '../access/callers.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { type AuditedAction, actorOf, type Doer } from './action.ts';
import { hashOf } from './chain.ts';
import type { AuditAction } from './schema.ts';
import { insertEntry, newestAbout, newestEntry, newestOf } from './table.ts';

/** Starts recording actions in order, within the change that performs them. */
export function watchAudited(inbox: Inbox): void {
  inbox.bus.within('audited', (change, { by, ...action }) => record(change, by, action));
}

/** A change, or the write of a restore or a start, when no inbox is open yet. */
type Recording = { inbox: Pick<Inbox, 'now'>; tx: Tx };

/** Adds an entry. Within a change, emit `audited` instead. */
export async function record(
  { inbox, tx }: Recording,
  by: Doer,
  { action, subject, detail = {} }: AuditedAction,
): Promise<void> {
  const { actor, visit } = 'actor' in by ? by : { actor: actorOf(by), visit: by.origin };
  const before = await newestEntry(tx);
  const entry = {
    seq: before.seq + 1,
    at: toTimestamp(inbox.now()),
    action,
    actor,
    via: visit?.via ?? null,
    address: visit?.address ?? null,
    subject,
    detail,
    previous: before.hash,
  };
  await insertEntry(tx, { ...entry, hash: hashOf(entry) });
}

/** Returns the name of an action's subject; null if no entry has it. */
export const nameOfSubject = (db: Tx, action: AuditAction, id: string): Promise<string | null> =>
  newestAbout(db, action, id).then((entry) => entry?.subjectName ?? null);

/** Returns whether the same was done from the same place since then. */
export async function wasRecorded(
  tx: Tx,
  by: Caller,
  { action, subject }: AuditedAction,
  since: string,
): Promise<boolean> {
  const { kind, id } = actorOf(by);
  const { via, address } = by.origin;
  const last = await newestOf(tx, { action, subjectId: subject.id, actorKind: kind, actorId: id });
  return last !== undefined && last.at >= since && last.via === via && last.address === address;
}

/** Returns whether it was done to the subject since then, by any caller. */
export const wasDone = async (
  tx: Tx,
  { action, subject }: Pick<AuditedAction, 'action' | 'subject'>,
  since: string,
): Promise<boolean> => ((await newestAbout(tx, action, subject.id))?.at ?? '') >= since;
