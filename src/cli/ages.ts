/** Times as a person reads them. */

export const ageOf = (at: string, now: number) => `${span(now - Date.parse(at))} ago`;

export const timeLeft = (until: string, now: number) => `${span(Date.parse(until) - now)} left`;

/** In the largest unit that leaves at least two of it, days at most. */
function span(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds}s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)}m`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)}h` : `${Math.round(seconds / 86_400)}d`;
}
