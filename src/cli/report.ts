import { inspect } from 'node:util';
import { foreignAnswer } from '../client/foreign.ts';
import { ConfigError } from '../config.ts';
import { InboxError } from '../core/errors.ts';
import { Cancelled, exit, exitCodeOf, UsageError } from './errors.ts';
import { note } from './output.ts';
import { sayInboxOf, type WhichInbox } from './which-inbox.ts';

/** Prints the error, a hint and the inbox that gave it; returns the matching exit code. */
export function report(thrown: unknown, inbox: WhichInbox | null): number {
  // An unforeseen error may be due to a response that no inbox sent.
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
    const { issues = [] } = error.details;
    // The error itself already explains a refused address.
    const others = issues.filter(({ message }) => message !== error.message).map(sentenceOf);
    const isGeneral = error.message === 'Validation failed' && others.length > 0;
    const [first = '', ...rest] = isGeneral ? others : [error.message, ...others];
    note(`error: ${first}`);
    for (const sentence of rest) note(`  ${sentence}`);
    if (inbox) sayInboxOf(error, inbox);
    return exitCodeOf(error);
  }
  note(`error: ${isForeseen(error) ? error.message : inspect(error)}`);
  return exit.error;
}

type Issue = { path: string[]; message: string };

const sentenceOf = ({ path, message }: Issue) =>
  path.length > 0 ? `${path.join('.')}: ${message}` : message;

/** Our own errors and the system's explain themselves; any other is a bug, and its stack is shown. */
const isForeseen = (error: unknown): error is Error =>
  error instanceof Error && ('code' in error || !(error.constructor.name in globalThis));
