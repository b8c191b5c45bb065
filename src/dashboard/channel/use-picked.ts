import { type RefObject, useState } from 'react';
import type { VirtualizerHandle } from 'virtua';
import { useKeys } from '../keys/use-keys.tsx';
import type { Row } from './rows.ts';

/** The message selected by keyboard, and the keys that move the selection. */
export function usePicked(rows: readonly Row[], list: RefObject<VirtualizerHandle | null>) {
  const [picked, pick] = useState<string | null>(null);
  const move = (by: 1 | -1) => {
    const at = rows.findIndex(({ message }) => message.id === picked);
    const next = at < 0 ? lastRow(rows) : step(rows, at, by);
    const row = rows[next];
    if (!row) return;
    show(row.message.id, next);
    return () => (picked === null ? pick(null) : show(picked, at));
  };
  const show = (id: string, at: number) => {
    pick(id);
    list.current?.scrollToIndex(at, { align: 'nearest' });
    requestAnimationFrame(() => focusMessage(id));
  };
  useKeys('Messages', {
    j: ['Next message', () => move(1)],
    k: ['Previous message', () => move(-1)],
  });
  return { picked, pick };
}

/** Returns the nearest one that still exists. */
function step(rows: readonly Row[], at: number, by: 1 | -1): number {
  const next = at + by;
  if (!rows[next]) return at;
  return rows[next].isRetracted ? step(rows, next, by) : next;
}

const lastRow = (rows: readonly Row[]) => rows.findLastIndex(({ isRetracted }) => !isRetracted);

export const elementId = (messageId: string) => `message-${messageId}`;

const focusMessage = (id: string) =>
  document.getElementById(elementId(id))?.focus({ preventScroll: true });
