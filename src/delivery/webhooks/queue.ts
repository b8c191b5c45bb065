import type { Inbox } from '../../core/inbox.ts';
import { notSent, type Outcome } from '../../core/outgoing/outcome.ts';
import {
  type Claimed,
  claimDeliveries,
  findDue,
  nextDueAt,
  releaseDeliveries,
  takeBackDeliveries,
} from '../../core/webhooks/claim.ts';
import { settleDelivery } from '../../core/webhooks/settle.ts';
import { signedHeaders } from '../../core/webhooks/sign.ts';
import type { Send } from '../http/send.ts';
import type { Queue } from '../queue.ts';

/** An attempt is given up after this, unless set otherwise. */
const TIMEOUT_MS = 10_000;

/** The deliveries of webhooks; each host is a lane. */
export const webhookQueue = (inbox: Inbox, send: Send, timeoutMs = TIMEOUT_MS): Queue<Claimed> => ({
  name: 'webhook deliveries',
  lanes: { first: 1, most: 16 },
  isWell: ({ result }) => result === 'accepted',
  onDue: (listener) => inbox.bus.on('delivery:due', () => listener(inbox.now())),
  leaseMs: 2 * timeoutMs,
  takeBack: (atMs, isUnderWay) => takeBackDeliveries(inbox, atMs, isUnderWay),
  findDue: (search) => findDue(inbox, search),
  claim: (ids) => claimDeliveries(inbox, ids, 2 * timeoutMs),
  nextDueAt: (afterMs) => nextDueAt(inbox, afterMs),
  send: (delivery, signal) => sendSigned(inbox, send, delivery, signal),
  settle: ({ id }, outcome) => settleDelivery(inbox, id, outcome),
  release: (ids) => releaseDeliveries(inbox, ids),
});

async function sendSigned(
  inbox: Inbox,
  send: Send,
  { id, target, body, secrets }: Claimed,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!target) return notSent("Not sent: the channel's webhook was removed", { isFinal: true });
  const signature = signedHeaders({ id, body, secrets, atMs: inbox.now() });
  return send({ ...target, headers: { ...target.headers, ...signature }, body }, signal);
}
