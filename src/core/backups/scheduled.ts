/** The records of scheduled backups. A process that claims one creates it, however many run. */
import { join } from 'node:path';
import { readState, writeState } from '../../storage/state.ts';
import type { Tx } from '../../storage/store.ts';
import type { Caller } from '../access/callers.ts';
import { mustBeOwner } from '../access/permissions.ts';
import { theInbox } from '../audit/action.ts';
import { changeByItself } from '../change.ts';
import type { Change, Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { faultOfPlan } from './directory.ts';
import { isDue, statusOf } from './due.ts';
import {
  type Archive,
  archiveName,
  BACKUPS,
  type BackupNotes,
  type BackupStatus,
  noBackups,
} from './schema.ts';

const CHECK_MS = 1000;
/** Longer than anything but sleep delays a machine. */
const LEASE_MS = 2 * 60 * 1000;

export type Schedule = { at: string; keep: string; directory: string };

const readNotes = async (db: Tx): Promise<BackupNotes> => ({
  ...noBackups,
  ...(await readState<BackupNotes>(db, BACKUPS)),
});

const update = <T>(inbox: Inbox, how: (notes: BackupNotes, change: Change) => T) =>
  changeByItself(inbox, async (change) => {
    const { tx } = change;
    const notes = await readNotes(tx);
    const result = how(notes, change);
    await writeState(tx, BACKUPS, notes);
    return result;
  });

export async function getBackups(inbox: Inbox, caller: Caller) {
  mustBeOwner(caller);
  return backupStatus(inbox);
}

export async function backupStatus(inbox: Inbox): Promise<BackupStatus> {
  const notes = await readNotes(inbox.store.read);
  return statusOf(notes, inbox.now(), await faultNow(inbox, notes));
}

/** A disk that hangs takes one thread of the few, however many ask, and a second of each. */
async function faultNow(inbox: Inbox, { plan }: BackupNotes): Promise<string | null> {
  if (plan === null) return null;
  const { backups } = inbox;
  backups.check ??= faultOfPlan(inbox.data, plan).finally(() => {
    backups.check = null;
  });
  const hangs = `Directory ${plan.directory} does not answer: check its disk`;
  return Promise.race([backups.check, Bun.sleep(CHECK_MS).then(() => hangs)]);
}

/** Records the schedule of the server's settings; null for none. */
export async function planBackups(inbox: Inbox, schedule: Schedule | null): Promise<void> {
  const { plan } = await readNotes(inbox.store.read);
  if (plan === null && schedule === null) return;
  await update(inbox, (notes) => {
    const since = notes.plan?.since ?? toTimestamp(inbox.now());
    notes.plan = schedule && { ...schedule, since };
  });
}

/** Returns the path of the archive that the caller should create now; null for none. */
export async function claimBackup(
  inbox: Inbox,
  { isStart }: { isStart: boolean },
): Promise<{ path: string; interrupted: string | null } | null> {
  if (!isDue(await readNotes(inbox.store.read), inbox.now(), { isStart })) return null;
  return update(inbox, (notes) => {
    const nowMs = inbox.now();
    if (notes.plan === null || !isDue(notes, nowMs, { isStart })) return null;
    const interrupted = notes.running;
    if (interrupted) notes.archives.push(unnoted(interrupted));
    const path = join(notes.plan.directory, archiveName(toTimestamp(nowMs)));
    notes.running = { path, since: toTimestamp(nowMs), until: toTimestamp(nowMs + LEASE_MS) };
    return { path, interrupted: interrupted?.path ?? null };
  });
}

/** Its process may have died between creating the archive and recording it. */
const unnoted = ({ path, since }: { path: string; since: string }): Archive => ({
  path,
  size: null,
  createdAt: since,
});

/** Repeated while it is being created. */
export const renewBackup = (inbox: Inbox, path: string) =>
  update(inbox, (notes) => {
    if (notes.running?.path !== path) return;
    notes.running.until = toTimestamp(inbox.now() + LEASE_MS);
  });

/** Releases one that was not created because the server stops: the next start creates it. */
export const releaseBackup = (inbox: Inbox, path: string) =>
  update(inbox, (notes) => release(notes, path));

export type Made = { path: string; size: number; version: string };

export const noteBackupMade = (inbox: Inbox, { path, size, version }: Made) =>
  update(inbox, (notes, { emit }) => {
    const createdAt = notes.running?.since ?? toTimestamp(inbox.now());
    release(notes, path);
    notes.archives.push({ path, size, createdAt });
    Object.assign(notes, { lastSuccessAt: createdAt, failure: null });
    emit('audited', {
      by: theInbox,
      action: 'backup.created',
      subject: { kind: 'backup', id: null, name: path.split(/[\\/]/).at(-1) ?? path },
      detail: { size, version },
    });
    return notes;
  });

export const noteBackupFailed = (inbox: Inbox, path: string, reason: string) =>
  update(inbox, (notes) => {
    release(notes, path);
    notes.failure = { at: toTimestamp(inbox.now()), reason };
    notes.failures += 1;
  });

/** Removes the records of deleted archives. */
export const forgetArchives = (inbox: Inbox, gone: Archive[]) =>
  update(inbox, (notes) => {
    const paths = new Set(gone.map(({ path }) => path));
    notes.archives = notes.archives.filter(({ path }) => !paths.has(path));
  });

function release(notes: BackupNotes, path: string): void {
  if (notes.running?.path === path) notes.running = null;
}
