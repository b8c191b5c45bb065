/** Checks of this machine: the data directory, its lock, the database, the disk and the clock. */
import type { ConfigError } from '../../config.ts';
import {
  KEPT,
  type Kept,
  keptOf,
  readStartNote,
  renewedLately,
  strangeTo,
} from '../../core/log/start-note.ts';
import { sizeOf } from '../../core/sizes.ts';
import {
  checkedDatabase,
  findHolder,
  findUnusable,
  hasPassword,
  isMissing,
  isOpenToOthers,
  lastSeqOf,
  lastWriteMs,
  stateIn,
} from '../../storage/directory.ts';
import { type Room, roomAt } from '../../storage/room.ts';
import { counted } from '../counted.ts';
import { momentOf } from '../moments.ts';
import { unknownInFile, unknownVariables } from '../unknown-settings.ts';
import { type Finding, findings } from './finding.ts';

export function checkPermissions(data: string): Finding {
  const { ok, warn, fail } = findings('permissions');
  if (isMissing(data)) return warn(`No inbox in ${data} yet`, 'Create one with `inbox init`.');
  const unusable = findUnusable(data);
  if (unusable) {
    const { says, next, isDenied } = unusable;
    return fail(says, isDenied ? 'Run as its owner, or `chown` it to yourself.' : next);
  }
  if (isOpenToOthers(data)) {
    const says = `Other users of this machine can read ${data}`;
    return warn(says, `Run \`chmod -R go= ${data}\`.`);
  }
  return ok(`Only you can read ${data}`);
}

/**
 * @param answers the address of this directory's server
 */
export function checkLock(data: string, answers: string | null): Finding {
  const { ok, warn } = findings('lock');
  const holder = findHolder(data);
  if (answers) return ok(`${holder ?? 'a server'} serves it at ${answers}`);
  if (holder === null) return ok('The data directory is not in use');
  return warn(
    `The data directory is in use by ${holder}, which does not answer`,
    'If that process hangs, kill it to release the lock.',
  );
}

/** Returns what a check of all pages finds; null for a sound database. */
export const faultOfPages = (data: string): string | null => checkedDatabase(data)?.fault ?? null;

export function checkDatabase(data: string, now: number): Finding {
  const { ok, warn, fail } = findings('database');
  const database = checkedDatabase(data);
  if (database === null) return warn('No database yet', 'Create one with `inbox init`.');
  const { fault, bytes } = database;
  const strange = strangeDatabase(data, now);
  if (fault === null && strange) return warn(strange, 'Was a copy put back? See `inbox audit`.');
  if (fault === null) return ok(`${sizeOf(bytes)}, intact`);
  const next = fault.startsWith('a newer')
    ? 'Install that version, or restore'
    : 'Stop the server, and restore';
  return fail(`The database: ${fault}`, `${next} a backup: \`inbox backup restore\`.`);
}

/** Compares the database with the start that ran last, and reads what a start has found lately. */
function strangeDatabase(data: string, now: number): string | null {
  const known = keptOf(stateIn(data, KEPT) as string | Kept | null);
  const found = strangeTo(readStartNote(data), known, lastSeqOf(data)) ?? renewedLately(known, now);
  if (!found) return null;
  const { missing } = found;
  const lacks = missing === null ? '' : `: it lacks ${counted(missing, 'change')}`;
  return `This database is not the one that ran last${lacks}`;
}

/**
 * Reads what the database records about local answers, which no setting turns on again; null
 * without one.
 */
export const keptLocalAnswers = (data: string): unknown => stateIn(data, 'localAnswers');

/** Warns that anyone under this account, perhaps an agent, can answer in the owner's name. */
export function checkLocalAnswers(data: string, setting: string): Finding {
  const { ok, warn } = findings('answers');
  const isOff = setting === 'off' || keptLocalAnswers(data) === 'off';
  if (isOff && !hasPassword(data)) {
    const says = 'Local answers are off, and no owner has a password: nobody can answer';
    return warn(says, 'Open the setup link that `inbox serve` prints.');
  }
  if (isOff) return ok('Only people who log in can answer');
  return ok(
    'Every program under this account can answer as the owner; `inbox local-answers off` prevents that',
  );
}

/** Neither the server nor any other command starts with settings that cannot be read. */
export function unreadableSettings(why: ConfigError): Finding {
  return findings('settings').fail(
    why.message,
    'Correct it; `inbox help serve` lists the settings.',
  );
}

/** A mistyped name has no effect. */
export function checkSettings(data: string): Finding {
  const { ok, fail } = findings('settings');
  const unknown = [...unknownInFile(data), ...unknownVariables()];
  if (unknown.length === 0) return ok('No unknown settings');
  return fail(unknown.map(asSentence).join(' '), '`inbox config show` lists the settings.');
}

const asSentence = (words: string) =>
  `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${words.endsWith('?') ? '' : '.'}`;

const SCARCE = 1_000_000_000;
const TOO_LITTLE = 100_000_000;

export function checkDisk(data: string, room: Room = roomAt(data)): Finding {
  const { ok, warn, fail } = findings('disk');
  const says = `${sizeOf(room.bytes)} free for ${data}`;
  const next = 'Free some space, or nothing can be stored.';
  if (room.files === 0) {
    return fail(
      `${says}, but no inodes`,
      'Delete some files there: none can be created, despite the free space.',
    );
  }
  if (room.bytes < TOO_LITTLE) return fail(says, next);
  return room.bytes < SCARCE ? warn(says, next) : ok(says);
}

const TOLERATED_MS = 60_000;

/** A clock that was set back expires reviews late and orders messages wrongly. */
export function checkClock(data: string, now: number): Finding {
  const { ok, fail } = findings('clock');
  const behindMs = lastWriteMs(data) - now;
  if (behindMs <= TOLERATED_MS) return ok(momentOf(new Date(now).toISOString(), now));
  const seconds = Math.round(behindMs / 1000);
  return fail(
    `The clock is ${seconds} s behind the last write`,
    'Set the clock: `timedatectl status`.',
  );
}
