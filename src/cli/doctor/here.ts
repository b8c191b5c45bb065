/** Checks of this machine: the data directory, its lock, the database, the disk and the clock. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sizeOf } from '../../core/sizes.ts';
import { findHolder } from '../../storage/lock.ts';
import { type Room, roomAt } from '../../storage/room.ts';
import { hasPassword, hasWebhook, quickFaultOf, stateIn } from '../../storage/snapshot.ts';
import { momentOf } from '../moments.ts';
import { unknownInFile, unknownVariables } from '../unknown-settings.ts';
import { type Finding, findings } from './finding.ts';

export function checkPermissions(data: string): Finding {
  const { ok, warn, fail } = findings('permissions');
  if (!existsSync(data)) return warn(`There is no inbox in ${data} yet`, '`inbox init` makes one.');
  if (!statSync(data).isDirectory()) {
    return fail(`${data} is not a directory`, 'Name the data directory with --data or INBOX_DATA.');
  }
  const closed = ours(data).find((path) => !isWritable(path));
  if (closed) {
    return fail(`${closed} cannot be read and written`, 'Run as its owner, or `chown` it to you.');
  }
  // What lies in a closed directory is closed.
  if (isOpen(data)) {
    const says = `Others on this machine may look into ${data}`;
    return warn(says, `\`chmod -R go= ${data}\` closes it.`);
  }
  return ok(`${data} is for you alone`);
}

const KEPT = [
  'inbox.lock',
  'inbox.db',
  'inbox.db-wal',
  'config.json',
  'files',
  'plugins',
  'backups',
];

/** The directory, and what in it must be written or holds secrets. */
const ours = (data: string) => [
  data,
  ...KEPT.map((name) => join(data, name)).filter((path) => existsSync(path)),
];

/** Windows has no such modes. */
const isOpen = (path: string) =>
  process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0;

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param answers the address at which a server of this directory answers */
export function checkLock(data: string, answers: string | null): Finding {
  const { ok, warn } = findings('lock');
  const holder = findHolder(data);
  if (answers) return ok(`${holder ?? 'a server'} serves it at ${answers}`);
  if (holder === null) return ok('Nobody has the data directory open');
  return warn(
    `The data directory is in use by ${holder}, which does not answer`,
    'If it hangs, end that process: no lock outlives it.',
  );
}

export function checkDatabase(data: string): Finding {
  const { ok, warn, fail } = findings('database');
  const file = join(data, 'inbox.db');
  if (!existsSync(file)) return warn('There is no database yet', '`inbox init` makes one.');
  const fault = quickFaultOf(file);
  if (fault === null) return ok(`${sizeOf(statSync(file).size)}, whole`);
  const next = fault.startsWith('a newer')
    ? 'Install that version, or restore'
    : 'Stop the server, and restore';
  return fail(`The database: ${fault}`, `${next} a backup: \`inbox backup list\`.`);
}

/** What the database says of local answers, which no setting turns on again; null without one. */
export const keptLocalAnswers = (data: string): unknown =>
  stateIn(join(data, 'inbox.db'), 'localAnswers');

export const postsSomewhere = (data: string): boolean => hasWebhook(join(data, 'inbox.db'));

/** Whether whoever runs under this account, an agent perhaps, answers in the owner's name. */
export function checkLocalAnswers(data: string, setting: string): Finding {
  const { ok, warn } = findings('answers');
  const file = join(data, 'inbox.db');
  const isOff = setting === 'off' || keptLocalAnswers(data) === 'off';
  if (isOff && !hasPassword(file)) {
    const says = 'Local answers are off, and no owner has a password: nobody can answer';
    return warn(says, 'Open the setup link that `inbox serve` prints.');
  }
  if (isOff) return ok('Only people who have logged in answer');
  return ok(
    'Every program of this account can answer as the owner; `inbox local-answers off` ends that',
  );
}

/** A name that was mistyped leaves its setting as it was. */
export function checkSettings(data: string): Finding {
  const { ok, fail } = findings('settings');
  const unknown = [...unknownInFile(data), ...unknownVariables()];
  if (unknown.length === 0) return ok('No setting is unknown');
  return fail(unknown.map(asSentence).join(' '), '`inbox config show` lists the settings.');
}

const asSentence = (words: string) =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${words.endsWith('?') ? '' : '.'}`;

const SCARCE = 1_000_000_000;
const TOO_LITTLE = 100_000_000;

export function checkDisk(data: string, room: Room = roomAt(data)): Finding {
  const { ok, warn, fail } = findings('disk');
  const says = `${sizeOf(room.bytes)} free for ${data}`;
  const next = 'Make room: without it nothing is stored.';
  if (room.files === 0) {
    return fail(
      `${says}, but no inodes`,
      'Remove files there: none can be made, whatever is free.',
    );
  }
  if (room.bytes < TOO_LITTLE) return fail(says, next);
  return room.bytes < SCARCE ? warn(says, next) : ok(says);
}

const TOLERATED_MS = 60_000;

/** A clock that was set back expires reviews late and orders messages wrongly. */
export function checkClock(data: string, now: number): Finding {
  const { ok, fail } = findings('clock');
  const written = ['inbox.db', 'inbox.db-wal', 'lock.json']
    .map((name) => join(data, name))
    .filter((file) => existsSync(file))
    .map((file) => statSync(file).mtimeMs);
  const behindMs = Math.max(...written, 0) - now;
  if (behindMs <= TOLERATED_MS) return ok(momentOf(new Date(now).toISOString(), now));
  const seconds = Math.round(behindMs / 1000);
  return fail(`The clock is ${seconds} s behind the last write`, 'Set it: `timedatectl status`.');
}
