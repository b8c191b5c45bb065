import type { Row } from '../../storage/tables.ts';
import type { Emit } from '../bus.ts';

/** Within a change of these notices: those of each question are counted again, once. */
export function announceChanged(
  emit: Emit,
  rows: readonly Pick<Row<'notices'>, 'messageId'>[],
): void {
  for (const messageId of new Set(rows.flatMap((row) => row.messageId ?? []))) {
    emit('notices:changed', { messageId });
  }
}
