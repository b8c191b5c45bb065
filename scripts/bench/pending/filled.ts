/** A data directory with many pending questions of 20 KB. */
import { listedPayload } from '../../../src/core/messages/cut.ts';
import { insertReview } from '../../../src/core/reviews/table.ts';
import type { Tx } from '../../../src/storage/store.ts';
import {
  channelId,
  filledData,
  insertMessage,
  messageId,
  pendingApproval,
} from '../support/filled.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export const filledWithPending = (questions: number) =>
  filledData({ kind: 'pending', version: 2, count: questions, insert: insertOne });

async function insertOne(tx: Tx, n: number): Promise<void> {
  const at = Date.now();
  const id = messageId(at, n);
  const createdAt = new Date(at).toISOString();
  const text = `Deploy ${n}?`;
  await insertMessage(tx, n, { id, text, createdAt });
  const question = { title: text, options: [{ id: 'go', label: 'Go' }], more: 'x'.repeat(20_000) };
  const payload = JSON.stringify(question);
  await insertReview(tx, {
    ...pendingApproval,
    messageId: id,
    channelId: channelId(n),
    payload,
    payloadBytes: payload.length,
    listed: JSON.stringify(listedPayload(question, payload)),
    expiresInSeconds: YEAR_MS / 1000,
    expiresAt: new Date(at + YEAR_MS + n).toISOString(),
    openedAt: createdAt,
    askedSeq: n + 1,
  });
}
