/** Records logins in the audit log: each success, and a readable number of failures. */
import type { Visit } from '../access/callers.ts';
import type { AuditedAction } from '../audit/action.ts';
import type { AuditActor } from '../audit/schema.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { addFailure, deleteOver, isAnyOver } from './table.ts';
import { KINDS, spanOf } from './tries.ts';

const MOST_ENTRIES = 5;
/** The windows that count entries, not tries: the failures at an address within a minute. */
const entries: Record<string, AuditedAction> = {
  entry: { action: 'login.failed', subject: { kind: 'user', id: null, name: null } },
  enrolment: { action: 'enrolment.failed', subject: { kind: 'enrolment', id: null, name: null } },
};

type User = { id: string; name: string; email: string | null };

export function recordLogin({ emit }: Change, user: User, visit: Visit): void {
  const actor = { kind: 'user' as const, id: user.id, name: user.name };
  const subject = { kind: 'user' as const, id: user.id, name: user.email };
  emit('audited', { by: { actor, visit }, action: 'login.succeeded', subject });
}

/**
 * @param user whose account was tried; an unknown name is not recorded, as it may be a password
 */
export const recordFailure = (change: Change, user: User | null, visit: Visit): Promise<void> =>
  addEntry(change, 'entry', visit, {
    action: 'login.failed',
    subject: { kind: 'user', id: user?.id ?? null, name: user?.email ?? null },
  });

/** Records a code of a machine that was not valid. */
export const recordWrongCode = (change: Change, client: string, visit: Visit): Promise<void> =>
  addEntry(change, 'enrolment', visit, {
    action: 'enrolment.failed',
    subject: { kind: 'enrolment', id: null, name: client },
  });

async function addEntry(
  change: Change,
  what: keyof typeof entries,
  visit: Visit,
  failed: AuditedAction,
): Promise<void> {
  const { inbox, emit } = change;
  await settle(change);
  const key = { what, address: visit.address ?? '', account: '' };
  const failures = await addFailure(change, key, toTimestamp(inbox.now()));
  if (failures <= MOST_ENTRIES) emit('audited', { by: { actor: nobody, visit }, ...failed });
}

/** Closes expired minutes: what was left out of each becomes one entry. */
export async function settleFailures(inbox: Inbox): Promise<void> {
  if (await isAnyOver(inbox.store.read, spanOf(inbox.now()))) {
    await changeByItself(inbox, (change) => settle(change));
  }
}

async function settle(change: Change): Promise<void> {
  const { inbox, emit } = change;
  const over = await deleteOver(change, [...Object.keys(entries), ...KINDS], spanOf(inbox.now()));
  for (const { what, address, failures, startedAt } of over) {
    const failed = entries[what];
    if (!failed || failures <= MOST_ENTRIES) continue;
    const visit: Visit = { via: 'api', address: address || null };
    const detail = { more: failures - MOST_ENTRIES, since: startedAt };
    emit('audited', { by: { actor: nobody, visit }, ...failed, detail });
  }
}

const nobody: AuditActor = { kind: 'nobody', id: null, name: null };
