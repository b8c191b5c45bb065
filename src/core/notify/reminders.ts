/** When a person who was asked is reminded. */

const MINUTE_MS = 60_000;
const FIXED_MS = [10 * MINUTE_MS, 60 * MINUTE_MS];
const LAST_SHARE = 0.9;
const SHORTEST_LIFETIME_MS = 5 * MINUTE_MS;
const APART_MS = 2 * MINUTE_MS;

type Asked = { openedAtMs: number; expiresAtMs: number };

/** The times of a question's reminders, ascending. */
export function reminderTimes({ openedAtMs, expiresAtMs }: Asked): number[] {
  const lifetimeMs = expiresAtMs - openedAtMs;
  if (lifetimeMs < SHORTEST_LIFETIME_MS) return [];
  const times = [...FIXED_MS.map((ms) => openedAtMs + ms), openedAtMs + lifetimeMs * LAST_SHARE];
  const inTime = times.filter((at) => at < expiresAtMs).sort((a, b) => a - b);
  return inTime.filter((at, index) => index === 0 || at - (inTime[index - 1] ?? 0) >= APART_MS);
}

/** The round and time of the next reminder after `sentAtMs`, when something was last sent; null for none. */
export function nextReminder(
  asked: Asked,
  sentAtMs: number,
): { round: number; atMs: number } | null {
  const times = reminderTimes(asked);
  const index = times.findIndex((at) => at - sentAtMs >= APART_MS);
  const atMs = times[index];
  return atMs === undefined ? null : { round: index + 1, atMs };
}
