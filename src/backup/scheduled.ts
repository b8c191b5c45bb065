/**
 * Scheduled backups of a server. Each runs in a process of its own, because copying, packing and
 * verifying a database would block this one for seconds.
 */
import { readdirSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { type Chore, giveWay, startChore } from '../chores.ts';
import { surplus } from '../core/backups/keep.ts';
import {
  claimBackup,
  forgetArchives,
  noteBackupFailed,
  noteBackupMade,
  releaseBackup,
  renewBackup,
} from '../core/backups/scheduled.ts';
import type { Archive, BackupNotes } from '../core/backups/schema.ts';
import type { Inbox } from '../core/inbox.ts';

const CHECK_MS = 60_000;
const RENEW_MS = 30_000;
/** How long a backup may take to clean up when the server stops. */
const END_MS = 3000;

type Making = {
  /** How this program is started. */
  command: string[];
  isStart: boolean;
  signal: AbortSignal;
};

/** Creates a backup when it is due, now and on schedule, until `stop`. */
export const startBackups = (inbox: Inbox, command: string[]): Chore =>
  startChore(
    CHECK_MS,
    (when) => makeDueBackup(inbox, { command, ...when }),
    (err) => inbox.log.error({ err }, 'a scheduled backup failed'),
  );

/** Claims the due backup, creates it and removes those that are no longer kept. */
export async function makeDueBackup(inbox: Inbox, making: Making): Promise<void> {
  const claimed = await claimBackup(inbox, making);
  if (claimed === null) return;
  const { path, interrupted } = claimed;
  if (interrupted) removeParts(interrupted);
  const renew = () => renewBackup(inbox, path).catch((err) => inbox.log.error({ err }, 'renewal'));
  const renewal = setInterval(renew, RENEW_MS);
  const outcome = await run(inbox.data, path, making).finally(() => clearInterval(renewal));
  if (outcome === 'ended') return releaseBackup(inbox, path);
  if (typeof outcome === 'string') {
    removeParts(path);
    inbox.log.error({ path, reason: outcome }, 'a scheduled backup failed');
    return noteBackupFailed(inbox, path, outcome);
  }
  const { altered, size } = outcome;
  inbox.log.info({ path, size }, 'backup created');
  if (altered.length > 0) inbox.log.warn({ altered }, 'files differ from what was uploaded');
  await prune(inbox, await noteBackupMade(inbox, outcome));
}

const Created = z.object({
  path: z.string(),
  size: z.number(),
  version: z.string(),
  altered: z.array(z.object({ id: z.string(), filename: z.string() })),
});

/** Returns the backup, the reason why there is none, or `ended` if it was stopped from outside. */
async function run(data: string, path: string, { command, signal }: Making) {
  if (signal.aborted) return 'ended';
  const args = ['backup', 'create', path, '--scheduled', '--json', '--data', data];
  // The pipe at its stdin closes when this process ends, however that happens.
  const child = Bun.spawn([...command, ...args], { stdin: 'pipe', stdout: 'pipe', stderr: 'pipe' });
  giveWay(child.pid);
  const end = () => {
    child.kill();
    setTimeout(() => child.kill('SIGKILL'), END_MS).unref();
  };
  signal.addEventListener('abort', end);
  const [code, stdout, stderr] = await Promise.all([
    child.exited,
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]).finally(() => signal.removeEventListener('abort', end));
  // Ctrl-C and a stop of the service reach all processes at the same time, this one possibly last.
  if (signal.aborted || ENDED.includes(code)) return 'ended';
  return code === 0 ? Created.parse(JSON.parse(stdout)) : failureOf(stderr, code);
}

/** By SIGHUP, SIGINT or SIGTERM. */
const ENDED = [129, 130, 143];

const LONGEST_REASON = 500;

function failureOf(stderr: string, code: number): string {
  const [, sentence] = /^error: (.+)/m.exec(stderr) ?? [];
  const killed = code === 137 ? ': it was killed, perhaps because memory ran out' : '';
  return (sentence ?? `The backup process exited with ${code}${killed}`).slice(0, LONGEST_REASON);
}

/** Removes what a killed process leaves behind: its names begin with the archive's, which is ours. */
function removeParts(path: string): void {
  try {
    for (const name of readdirSync(dirname(path))) {
      const isPart = name.startsWith(`${basename(path)}.`) && name.endsWith('.part');
      if (isPart) rmSync(join(dirname(path), name), { force: true });
    }
  } catch {
    // The directory is gone, and the files with it.
  }
}

/** Removes only unmodified backups: a file that someone put there under the same name stays. */
async function prune(inbox: Inbox, { plan, archives }: BackupNotes): Promise<void> {
  const ours = archives.filter(isAsMade);
  const old = plan === null ? [] : surplus(ours, plan.keep);
  for (const { path } of old) await rm(path, { force: true });
  const others = archives.filter((one) => !ours.includes(one));
  const gone = [...old, ...others];
  if (gone.length > 0) await forgetArchives(inbox, gone);
}

function isAsMade({ path, size }: Archive): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.isFile() === true && (size === null || stat.size === size);
}
