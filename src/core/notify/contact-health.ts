/** Records whether a contact works, and how busy it is. */
import type { Tx } from '../../storage/store.ts';
import type { Row } from '../../storage/tables.ts';
import type { Emit } from '../bus.ts';
import {
  contactRow,
  setAsked,
  setHighAsked,
  setSent,
  TIME_LETTERS,
  updateContactRow,
} from './contacts-table.ts';
import { HIGH_SENT_SINGLY } from './plan.ts';

type Contact = { id: string; userId: string };

/** Within a change: a question is asked at contacts. */
export async function noteAsked(
  tx: Tx,
  ids: readonly string[],
  at: string,
  { isHigh = false } = {},
): Promise<void> {
  await setAsked(tx, { ids: JSON.stringify(ids), at });
  if (isHigh) await setHighAsked(tx, { ids: JSON.stringify(ids), at });
}

/** When the tenth last question of urgency `high` was asked at a contact; null before there were ten. */
export function tenthHighAt({ highAskedAt }: Pick<Row<'contacts'>, 'highAskedAt'>): string | null {
  const times = highAskedAt ?? '';
  return times.length < HIGH_SENT_SINGLY * TIME_LETTERS ? null : times.slice(0, TIME_LETTERS);
}

type Alert = Pick<Row<'contacts'>, 'loweredWith' | 'loweredAt'>;

/** Within a change: the notification that counts its lowered questions alerts. */
export const noteLowered = (tx: Tx, id: string, alert: Alert) => updateContactRow(tx, id, alert);

/** Within a change: what was to alert was not accepted, and may alert when it is tried again. */
export async function undoLowered(tx: Tx, id: string, loweredWith: string | null): Promise<void> {
  const row = await contactRow(tx, id);
  if (row?.loweredWith !== loweredWith) return;
  await updateContactRow(tx, id, { loweredAt: null });
}

/** Within a change: the provider took something. */
export async function noteSent(
  tx: Tx,
  emit: Emit,
  { id, userId }: Contact,
  at: string,
): Promise<void> {
  if (await isFailing(tx, id)) {
    emit('contact:health', { contactId: id });
    emit('reach:gained', { userId });
  }
  await setSent(tx, { id, at });
}

async function isFailing(tx: Tx, id: string): Promise<boolean> {
  const row = await contactRow(tx, id);
  return row !== undefined && row.failingSince !== null;
}

/** Within a change: its device confirmed that something arrived. */
export async function noteReceived(
  tx: Tx,
  emit: Emit,
  { contactId, userId }: { contactId: string; userId: string },
  at: string,
): Promise<void> {
  await updateContactRow(tx, contactId, { lastReceivedAt: at });
  emit('contact:changed', { userId });
}

/** Within a change: marks a contact as failing; the next notice is still tried. */
export async function noteFailing(tx: Tx, emit: Emit, { id, userId }: Contact, at: string) {
  if (await isFailing(tx, id)) return;
  await updateContactRow(tx, id, { failingSince: at });
  emit('contact:health', { contactId: id });
  emit('contact:changed', { userId });
}

/** Within a change: disables a contact that its provider reports as gone. */
export async function disableContact(
  tx: Tx,
  emit: Emit,
  { id, userId }: Contact,
  { at, reason }: { at: string; reason: string },
): Promise<void> {
  await updateContactRow(tx, id, { disabledAt: at, disabledReason: reason });
  emit('contact:disabled', { contactId: id });
  emit('contact:changed', { userId });
}
