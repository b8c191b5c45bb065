/** Durations as people write them, in flags and in settings. */
const MINUTE = 60_000;
/** The length of each unit, longest first. */
export const unitMs: Record<string, number> = {
  d: 24 * 60 * MINUTE,
  h: 60 * MINUTE,
  m: MINUTE,
  s: 1000,
  ms: 1,
};
/** Also accepts `10 min` and `2 hours`. */
const PART =
  /(\d+(?:\.\d+)?) *(ms|seconds?|secs?|s|minutes?|mins?|m|hours?|h|days?|d)(?![a-z]) */gy;

/**
 * `500ms`, `30s`, `1h30m`, `1.5h`, `90d`, or a bare number of seconds, in milliseconds; undefined
 * if invalid.
 */
export function durationMs(text: string): number | undefined {
  const given = text.trim().toLowerCase();
  if (/^\d+$/.test(given)) return Number(given) * 1000;
  const parts = [...given.matchAll(PART)];
  if (parts.map(([part]) => part).join('') !== given || parts.length === 0) return undefined;
  return parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * msOf(unit), 0);
}

const msOf = (unit: string): number => unitMs[unit] ?? unitMs[unit.slice(0, 1)] ?? 0;
