import type { Outcome } from '../core/webhooks/outcomes.ts';
import type { Answer } from './post.ts';

const SHOWN_BYTES = 2048;
const LONGEST_WAIT_SECONDS = 24 * 60 * 60;

/** What an answer means; `nowMs` is when it came. */
export function outcomeOf(answer: Answer, durationMs: number, nowMs: number): Outcome {
  const { status, body, failure } = answer;
  const error = failure?.message ?? complaint(status ?? 0);
  return {
    ok: error === null,
    status,
    error,
    durationMs,
    response: status === null ? null : shown(body),
    gone: status === 410,
    retryAfterSeconds: waitOf(answer.retryAfter, nowMs),
  };
}

export const failed = (err: Error, durationMs: number, gone: boolean): Outcome => ({
  ...{ ok: false, status: null, error: err.message, durationMs, response: null },
  ...{ gone, retryAfterSeconds: null },
});

function complaint(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  const isRedirect = status >= 300 && status < 400;
  return isRedirect ? `HTTP ${status}; redirects are not followed` : `HTTP ${status}`;
}

/** A letter that the cut splits is left out. */
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
