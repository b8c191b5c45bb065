/** Results that must reach stdout: an id that the caller needs, and a key or a token, shown only once. */
import { fstatSync, readFileSync, statSync, writeSync } from 'node:fs';
import { LostError } from './errors.ts';
import { forReader } from './output.ts';
import { streamReason } from './reasons.ts';

type Kept = {
  /** The thing that was made, such as "The key". */
  what: string;
  /** The command that undoes it. */
  undo: string;
};

/** Checks before something is made whose id is printed: `done` says what would have happened. */
export function assertStdoutThere(what: string, done: string): void {
  if (!isStdoutClosed()) return;
  throw new LostError(`${what} is printed on stdout, which is closed. Nothing was ${done}.`);
}

/** The runtime opens /dev/null in its place, and only its own descriptors are closed on exec; known on Linux. */
function isStdoutClosed(): boolean {
  try {
    const [, flags] = /^flags:\s*(\d+)$/m.exec(readFileSync('/proc/self/fdinfo/1', 'utf8')) ?? [];
    return isNowhere() && (Number.parseInt(flags ?? '0', 8) & O_CLOEXEC) !== 0;
  } catch {
    return false;
  }
}

const O_CLOEXEC = 0o2000000;

/** Checks before creating something shown only once: a closed stdout looks like /dev/null. */
export function assertStdoutOpen(what: string): void {
  if (!isNowhere()) return;
  throw new LostError(
    `${what} is shown only once, and stdout is closed or /dev/null. Nothing was created.`,
  );
}

function isNowhere(): boolean {
  const stdout = fstatSync(STDOUT);
  const nowhere = statSync('/dev/null', { throwIfNoEntry: false });
  return stdout.isCharacterDevice() && stdout.rdev === nowhere?.rdev;
}

/** Prints data that is shown only once; if that fails it is lost, and the error says so. */
export function printOnce(text: string, { what, undo }: Kept): void {
  try {
    writeWhole(forReader(text));
  } catch (error) {
    const reason = streamReason(error as NodeJS.ErrnoException);
    throw new LostError(`${what} was created but could not be printed (${reason}). Run: ${undo}`, {
      cause: error,
    });
  }
}

const STDOUT = 1;
const RETRY_MS = 5;

/** Bypasses the stream of the process, which reports a failure only at the end. */
function writeWhole(text: string): void {
  let rest = Buffer.from(text);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(STDOUT, rest));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Bun.sleepSync(RETRY_MS);
    }
  }
}
