import { exitOf } from '../core/error-codes.ts';
import type { InboxError } from '../core/errors.ts';

/** The meaning of exit codes; scripts rely on these. */
export const exit = {
  done: 0,
  error: 1,
  usage: 2,
  cancelled: 3,
  notAllowed: 4,
  notApproved: 5,
  expired: 6,
  conflict: 7,
  timeout: 8,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export function exitCodeOf({ code, details }: InboxError): number {
  const isUnanswered = details.status === 'expired' || details.status === 'withdrawn';
  return code === 'conflict' && isUnanswered ? exit.expired : exit[exitOf(code)];
}

/** The arguments are invalid or incomplete. */
export class UsageError extends Error {}

/** A secret that is shown only once could not be printed. */
export class LostError extends Error {}

/** The person left a prompt with Escape or Ctrl-C. */
export class Cancelled extends Error {}
