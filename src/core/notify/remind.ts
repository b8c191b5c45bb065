/** When a contact is reminded of a question that was sent there. */
import type { Row } from '../../storage/tables.ts';
import type { Change } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { attentionOf } from './attention.ts';
import { askedUrgency } from './names.ts';
import { insertNotice, newNotice, onlyAlerts, pendingAsk } from './notices.ts';
import { quietHoldUntil } from './plan.ts';

/** The next reminder is planned once what came before it was sent; that of one that was counted counts, too. */
export async function planReminder(
  { inbox, tx, emit }: Change,
  notice: Row<'notices'>,
): Promise<void> {
  const { what, userId, messageId, sentWith, lowered } = notice;
  if (messageId === null || (what !== 'asks' && what !== 'reminds')) return;
  if (what === 'reminds' && onlyAlerts(notice)) return;
  const asked = await pendingAsk(tx, messageId);
  if (!asked) return;
  const attention = await attentionOf(tx, userId);
  const times = timesOf(asked);
  const next = attention.reminders ? nextReminder(times, inbox.now()) : null;
  if (!next) return;
  const { expiresAtMs } = times;
  const asUrgent = askedUrgency({ urgency: asked.urgency, lowered: asked.lowered === 1 });
  const heldMs = quietHoldUntil(attention, asUrgent, { readyMs: next.atMs, expiresAtMs });
  const dueMs = heldMs ?? next.atMs;
  const dueAt = toTimestamp(dueMs);
  const createdAt = toTimestamp(inbox.now());
  const planned = { id: inbox.newId(), what: 'reminds', round: next.round, dueAt, createdAt };
  await insertNotice(tx, newNotice(notice, planned, { sentWith, lowered }));
  emit('notice:due', { atMs: dueMs });
}

const timesOf = ({ openedAt, expiresAt }: { openedAt: string; expiresAt: string }) => ({
  openedAtMs: Date.parse(openedAt),
  expiresAtMs: Date.parse(expiresAt),
});

// The times at which a person who was asked is reminded.

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
