import { inspect } from 'node:util';
import { foreignAnswer } from '../client/foreign.ts';
import { ConfigError } from '../config.ts';
import { InboxError } from '../core/errors.ts';
import { Cancelled, exit, exitCodeOf, UsageError } from './errors.ts';
import { note } from './output.ts';

/** Tells what went wrong, and what to do, and returns the exit code that says so. */
export function report(thrown: unknown): number {
  // What can't be foreseen may come of an answer that no inbox gave.
  const error = isForeseen(thrown) ? thrown : (foreignAnswer() ?? thrown);
  if (error instanceof Cancelled) {
    note('Cancelled; nothing was sent.');
    return exit.cancelled;
  }
  if (error instanceof UsageError || error instanceof ConfigError) {
    note(`error: ${error.message}`);
    return exit.usage;
  }
  if (error instanceof InboxError) {
    note(`error: ${error.message}`);
    for (const { path, message } of error.details.issues ?? []) {
      // Of a refused address the error itself says it.
      if (message === error.message) continue;
      note(`  ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`);
    }
    return exitCodeOf(error);
  }
  note(`error: ${isForeseen(error) ? error.message : inspect(error)}`);
  return exit.error;
}

/** An error of our own, or of the system, says enough; any other is a fault, and its stack is shown. */
const isForeseen = (error: unknown): error is Error =>
  error instanceof Error && ('code' in error || !(error.constructor.name in globalThis));
