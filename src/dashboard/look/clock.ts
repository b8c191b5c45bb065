/** Times as a person reads them. */

/** `just now`, `now`, `42 s ago`, `in 3 min`, `5 days ago`. */
export function relative(at: string, nowMs: number): string {
  const ms = Date.parse(at) - nowMs;
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 5) return ms > 0 ? 'now' : 'just now';
  const span = spanOf(seconds);
  return ms < 0 ? `${span} ago` : `in ${span}`;
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
