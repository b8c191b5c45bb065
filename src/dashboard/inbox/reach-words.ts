import type { Reach } from '../../core/notify/schema.ts';
import { clockTime } from '../look/clock.ts';

/** Nothing of it has arrived, and nothing that is still to be sent can. */
export const isUnreached = ({ notices, reachable }: Reach): boolean =>
  notices.waiting + notices.accepted + notices.delivered + notices.unknown === 0 &&
  (reachable === 0 || notices.failed > 0);

/** `Sent to 2 people · seen` */
export function reachWords(reach: Reach, isPending: boolean): string {
  const { seenAt, heldUntil } = reach;
  const words = wordsOf(reach, isPending);
  if (heldUntil !== null) return `${words} until ${clockTime(heldUntil)}`;
  return seenAt === null ? words : `${words} · seen`;
}

function wordsOf({ reachable, heldUntil, notices }: Reach, isPending: boolean): string {
  const { accepted, delivered, waiting, unknown, failed } = notices;
  if (heldUntil !== null) return 'Held by quiet hours';
  if (delivered > 0) return `Delivered to ${people(delivered, reachable)}`;
  if (accepted > 0) return `Sent to ${people(accepted, reachable)}`;
  if (waiting > 0) return `Notifying ${people(waiting, reachable)}`;
  if (unknown > 0) return 'May have been sent';
  if (failed > 0) return 'Failed to send';
  if (!isPending) return 'Nobody was notified';
  return reachable > 0
    ? `${people(reachable, reachable)} can be notified`
    : 'Nobody can be notified';
}

/** As many as notices were sent, at most those who can be reached: some have several contacts. */
function people(notices: number, reachable: number): string {
  const count = Math.max(1, Math.min(notices, reachable));
  return count === 1 ? '1 person' : `${count} people`;
}
