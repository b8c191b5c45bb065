/** A data directory with many messages; it stays under the system's temporary directory for next time. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTime } from 'ulid';
import { insertReview } from '../../../src/core/reviews/table.ts';
import { openStore, type Tx } from '../../../src/storage/open.ts';
import { indexText } from '../../../src/storage/search.ts';
import type { Row } from '../../../src/storage/tables.ts';

/** Of what it is filled with: a directory of another version is not taken. */
const VERSION = 2;
const GROUP = 500;
const CHANNELS = 10;
const words = 'deploy build test release merge review cache index shard queue worker node'.split(
  ' ',
);

export async function filled(messages: number): Promise<string> {
  const data = join(tmpdir(), `inbox-bench-filled-${messages}-${VERSION}`);
  const mark = join(data, 'filled');
  if (existsSync(mark)) return data;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  console.log(`filling ${data} with ${messages} messages, once`);
  const store = await openStore(join(data, 'inbox.db'));
  await store.commit(async (tx) => {
    for (let at = 0; at < CHANNELS; at++) await insertChannel(tx, at);
  });
  for (let start = 0; start < messages; start += GROUP) {
    await store.commit(async (tx) => {
      for (let n = start; n < start + GROUP; n++) await insertOne(tx, n);
    });
  }
  await store.close();
  writeFileSync(mark, '');
  return data;
}

const channelId = (n: number) => `channel-${n % CHANNELS}`;

const insertChannel = (tx: Tx, n: number) =>
  tx
    .insertInto('channels')
    .values({
      ...{ id: channelId(n), name: `Bench ${n}`, description: null, avatarUrl: null },
      ...{ webhookUrl: null, webhookHeaders: null, status: null, statusMessage: null },
      ...{ lastActiveAt: null, createdAt: '', updatedAt: '' },
    })
    .execute();

/** Each holds "deploy"; one in a thousand a word of its own kind. One in 7 asks, one in 100 has a file. */
async function insertOne(tx: Tx, n: number): Promise<void> {
  const at = 1_700_000_000_000 + n * 1000;
  const id = `${encodeTime(at, 10)}${'0'.repeat(16)}`;
  const said = Array.from({ length: 10 }, (_, k) => words[(n * 7 + k * (n % 11)) % words.length]);
  const text = `deploy ${said.join(' ')} ${n % 1000 === 0 ? `rarity${n}` : n}`;
  const createdAt = new Date(at).toISOString();
  await tx
    .insertInto('messages')
    .values({
      ...{ id, channelId: channelId(n), senderType: 'agent', senderId: channelId(n), text },
      ...{ status: null, metadata: null, webhookUrl: null, deliveryStatus: 'sent' },
      ...{ streamId: null, streamState: null, clientId: null, createdAt, updatedAt: createdAt },
      changeSeq: n + 1,
    })
    .execute();
  await indexText(tx, id, text);
  if (n % 7 === 0) await insertReview(tx, reviewOf(id, channelId(n), createdAt));
  if (n % 100 === 0) await insertFile(tx, id, channelId(n), createdAt);
}

const reviewOf = (messageId: string, channelId: string, at: string): Row<'reviews'> => ({
  ...{ messageId, channelId, type: 'approval', status: 'completed', payload: '{"options":[]}' },
  ...{ expiresInSeconds: 60, expiresAt: at, response: '{"selectedOption":"approve"}' },
  ...{ respondedAt: at, respondedBy: '{"id":"u","name":"U"}', callback: null },
  ...{ openedAt: at, askedSeq: 1, listed: null, questionDigest: null, answerDigest: null },
  ...{ askedBy: null, payloadBytes: 14 },
});

const insertFile = (tx: Tx, messageId: string, channelId: string, createdAt: string) =>
  tx
    .insertInto('attachments')
    .values({
      ...{ id: `file-${messageId}`, messageId, channelId, pluginType: 'file', filename: 'log.txt' },
      ...{ mimeType: 'text/plain', size: 3, storageKey: `key-${messageId}` },
      ...{ uploadMessageId: null, createdAt },
    })
    .execute();
