/** A data directory with many messages, some of them questions and some with a file. */
import { insertReview } from '../../../src/core/reviews/table.ts';
import type { Tx } from '../../../src/storage/store.ts';
import {
  channelId,
  filledData,
  insertMessage,
  messageId,
  pendingApproval,
} from '../support/filled.ts';

const words = 'deploy build test release merge review cache index shard queue worker node'.split(
  ' ',
);

export const filled = (messages: number) =>
  filledData({ kind: 'filled', version: 2, count: messages, insert: insertOne });

/**
 * Every message contains "deploy"; one in a thousand a word of its own kind. One in 7 is a
 * question, one in 100 has a file.
 */
async function insertOne(tx: Tx, n: number): Promise<void> {
  const at = 1_700_000_000_000 + n * 1000;
  const id = messageId(at, 0);
  const said = Array.from({ length: 10 }, (_, k) => words[(n * 7 + k * (n % 11)) % words.length]);
  const text = `deploy ${said.join(' ')} ${n % 1000 === 0 ? `rarity${n}` : n}`;
  const createdAt = new Date(at).toISOString();
  await insertMessage(tx, n, { id, text, createdAt });
  if (n % 7 === 0) await insertReview(tx, reviewOf(id, channelId(n), createdAt));
  if (n % 100 === 0) await insertFile(tx, id, channelId(n), createdAt);
}

const reviewOf = (messageId: string, channelId: string, at: string) => ({
  ...pendingApproval,
  messageId,
  channelId,
  status: 'completed',
  payload: '{"options":[]}',
  payloadBytes: 14,
  expiresInSeconds: 60,
  expiresAt: at,
  openedAt: at,
  askedSeq: 1,
  response: '{"selectedOption":"approve"}',
  respondedAt: at,
  respondedBy: '{"id":"u","name":"U"}',
  answeredBy: 'u',
  verdict: 'other',
});

const insertFile = (tx: Tx, messageId: string, channelId: string, createdAt: string) =>
  tx
    .insertInto('attachments')
    .values({
      id: `file-${messageId}`,
      messageId,
      channelId,
      pluginType: 'file',
      filename: 'log.txt',
      mimeType: 'text/plain',
      size: 3,
      storageKey: `key-${messageId}`,
      uploadMessageId: null,
      createdAt,
    })
    .execute();
