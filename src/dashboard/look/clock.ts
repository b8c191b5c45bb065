/** Times as a person reads them. */

/** `just now`, `42 s ago`, or, of what is to come, `in 3 min`. */
export const relative = (at: string, nowMs: number): string =>
  Date.parse(at) > nowMs ? timeUntil(at, nowMs) : timeSince(at, nowMs);

/** `just now`, `5 days ago`; a clock that is behind tells of nothing that is to come. */
export function timeSince(at: string, nowMs: number): string {
  const seconds = Math.round((nowMs - Date.parse(at)) / 1000);
  return seconds < 5 ? 'just now' : `${spanOf(seconds)} ago`;
}

/** `now`, also of what is overdue, or `in 3 min`. */
export function timeUntil(at: string, nowMs: number): string {
  const seconds = Math.round((Date.parse(at) - nowMs) / 1000);
  return seconds < 5 ? 'now' : `in ${spanOf(seconds)}`;
}

function spanOf(seconds: number): string {
  if (seconds < 90) return `${seconds} s`;
  if (seconds < 90 * 60) return `${Math.round(seconds / 60)} min`;
  if (seconds < 36 * 3600) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}

export const dateOf = (at: string) =>
  new Date(at).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const timeOf = (at: string) =>
  new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
