/** Within the change that records that a question was sent to a contact: when it is reminded of it. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Emit } from '../bus.ts';
import type { Inbox } from '../inbox.ts';
import { toTimestamp } from '../time.ts';
import { attentionOf } from './attention.ts';
import { askedUrgency } from './names.ts';
import { insertNotice, newNotice } from './notices.ts';
import { heldUntil } from './plan.ts';
import { pendingAsk } from './record-table.ts';
import { nextReminder } from './reminders.ts';
import { isApple } from './withdrawn.ts';

/** The next reminder is planned once what came before it was sent; that of one that was counted counts, too. */
export async function planReminder(
  inbox: Inbox,
  tx: Tx,
  emit: Emit,
  notice: Row<'notices'>,
): Promise<void> {
  const { what, userId, messageId, sentWith, lowered } = notice;
  if (messageId === null || (what !== 'asks' && what !== 'reminds')) return;
  if (what === 'reminds' && isApple(notice)) return;
  const asked = await pendingAsk(tx, messageId);
  if (!asked) return;
  const attention = await attentionOf(tx, userId);
  const times = timesOf(asked);
  const next = attention.reminders ? nextReminder(times, inbox.now()) : null;
  if (!next) return;
  const { expiresAtMs } = times;
  const asUrgent = askedUrgency({ urgency: asked.urgency, lowered: asked.lowered === 1 });
  const heldMs = heldUntil(attention, asUrgent, { readyMs: next.atMs, expiresAtMs });
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
