import type { Outcome, Result } from '../../core/outgoing/outcome.ts';
import type { Answer } from './post.ts';

const SHOWN_BYTES = 2048;
const LONGEST_WAIT_SECONDS = 24 * 60 * 60;

/**
 * Interprets an answer.
 * @param nowMs when it arrived
 */
export function outcomeOf(answer: Answer, durationMs: number, nowMs: number): Outcome {
  const { status, body, failure } = answer;
  const result = resultOf(answer);
  return {
    result,
    status,
    durationMs,
    error: result === 'accepted' ? null : (failure?.message ?? errorForStatus(status)),
    response: status === null ? null : shown(body),
    isFinal: status === 410,
    retryAfterSeconds: waitOf(answer.retryAfter, nowMs),
  };
}

/** A request that is under way may have arrived, whatever happens to the response. */
function resultOf({ status, failure }: Answer): Result {
  if (status === null) return 'unknown';
  if (status >= 200 && status < 300) return failure ? 'unknown' : 'accepted';
  return status < 500 || status === 503 ? 'refused' : 'unknown';
}

const errorForStatus = (status: number | null) =>
  status !== null && status >= 300 && status < 400
    ? `HTTP ${status}; redirects are not followed`
    : `HTTP ${status}`;

/** A character that the cut splits is left out. */
const shown = (body: Buffer) =>
  new TextDecoder().decode(body.subarray(0, SHOWN_BYTES), { stream: body.length > SHOWN_BYTES });

/** Retry-After is a number of seconds or a date. */
function waitOf(retryAfter: string | undefined, nowMs: number): number | null {
  const seconds = secondsOf(retryAfter ?? '', nowMs);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, seconds), LONGEST_WAIT_SECONDS);
}

function secondsOf(text: string, nowMs: number): number {
  if (/^\d+$/.test(text)) return Number(text);
  return text.endsWith('GMT') ? Math.ceil((Date.parse(text) - nowMs) / 1000) : Number.NaN;
}
