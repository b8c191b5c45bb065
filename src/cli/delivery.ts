import type { Attempt, Delivery } from '../core/webhooks/schema.ts';
import { momentOf, secondsOf } from './moments.ts';
import { onOneLine } from './output.ts';
import { styled } from './style.ts';

/** Formats one attempt as a line: time, outcome and duration. */
export function attemptLine(
  { at, status, error, durationMs }: Attempt,
  stream: NodeJS.WriteStream,
): string {
  return `${momentOf(at)}  ${wentOf(status, error, stream)}  (${durationMs} ms)`;
}

/** Describes the outcome of an attempt: anything but 2xx counts as refused. */
export function wentOf(
  status: number | null,
  error: string | null,
  stream: NodeJS.WriteStream,
): string {
  const isTaken = error === null && status !== null && status >= 200 && status < 300;
  const said = onOneLine(error ?? `answered ${status}`);
  return isTaken ? said : styled('red', `${said}: not delivered`, stream);
}

/** Describes the state of a delivery in words. */
export function standing({ status, attempts, nextAttemptAt }: Delivery): string {
  if (status !== 'pending') return status;
  if (attempts.length === 0) return 'pending';
  const next = nextAttemptAt === null ? '' : `, next at ${secondsOf(nextAttemptAt)}`;
  return `failed ${attempts.length}×${next}`;
}
