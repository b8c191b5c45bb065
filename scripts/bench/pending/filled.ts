/** A data directory with many pending questions of 20 KB; it stays in the system's temporary directory. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTime } from 'ulid';
import { listedPayload } from '../../../src/core/messages/cut.ts';
import { insertReview } from '../../../src/core/reviews/table.ts';
import { openStore, type Tx } from '../../../src/storage/open.ts';
import { indexText } from '../../../src/storage/search.ts';

/** Of what it is filled with: a directory of another version is not taken. */
const VERSION = 1;
const GROUP = 500;
const CHANNELS = 10;
const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

export async function filledWithPending(questions: number): Promise<string> {
  const data = join(tmpdir(), `inbox-bench-pending-${questions}-${VERSION}`);
  const mark = join(data, 'filled');
  if (existsSync(mark)) return data;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  console.log(`filling ${data} with ${questions} questions, once`);
  const store = await openStore(join(data, 'inbox.db'));
  for (let start = 0; start < questions; start += GROUP) {
    await store.commit(async (tx) => {
      if (start === 0) for (let n = 0; n < CHANNELS; n++) await insertChannel(tx, n);
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

async function insertOne(tx: Tx, n: number): Promise<void> {
  const at = Date.now();
  const id = `${encodeTime(at, 10)}${`${n}`.padStart(16, '0')}`;
  const createdAt = new Date(at).toISOString();
  const text = `Deploy ${n}?`;
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
  const question = { title: text, options: [{ id: 'go', label: 'Go' }], more: 'x'.repeat(20_000) };
  const payload = JSON.stringify(question);
  await insertReview(tx, {
    ...{ messageId: id, channelId: channelId(n), type: 'approval', status: 'pending', payload },
    ...{ expiresInSeconds: YEAR_MS / 1000, expiresAt: new Date(at + YEAR_MS + n).toISOString() },
    ...{ openedAt: createdAt, askedSeq: n + 1, response: null, respondedAt: null },
    ...{ respondedBy: null, callback: null, questionDigest: null, answerDigest: null },
    listed: JSON.stringify(listedPayload(question, payload)),
    ...{ askedBy: null, payloadBytes: payload.length },
  });
}
