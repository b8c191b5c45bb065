/** Data directories with many messages, filled once and kept in the system's temporary directory. */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeTime } from 'ulid';
import { openStore } from '../../../src/storage/sqlite/open.ts';
import type { Tx } from '../../../src/storage/store.ts';
import type { Row } from '../../../src/storage/tables.ts';
import { sqlOf } from '../../../src/storage/words.ts';

const GROUP = 500;
const CHANNELS = 10;
const BEGINNING = new Date(0).toISOString();

type Filling = {
  kind: string;
  /** The version of the content: a directory of another version is not used. */
  version: number;
  /** The number of calls of `insert`. */
  count: number;
  insert: (tx: Tx, n: number) => Promise<void>;
};

/** Returns the path of a directory with this content. */
export async function filledData({ kind, version, count, insert }: Filling): Promise<string> {
  const data = join(tmpdir(), `inbox-bench-${kind}-${count}-${version}`);
  const mark = join(data, 'filled');
  if (existsSync(mark)) return data;
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  console.log(`filling ${data}, once`);
  const store = await openStore(join(data, 'inbox.db'));
  await store.commit(async (tx) => {
    for (let n = 0; n < CHANNELS; n++) await insertChannel(tx, n);
  });
  for (let start = 0; start < count; start += GROUP) {
    await store.commit(async (tx) => {
      for (let n = start; n < start + GROUP; n++) await insert(tx, n);
    });
  }
  await store.close();
  writeFileSync(mark, '');
  return data;
}

export const channelId = (n: number) => `channel-${n % CHANNELS}`;

export const messageId = (at: number, n: number) =>
  `${encodeTime(at, 10)}${`${n}`.padStart(16, '0')}`;

/** An approval that is pending, as it is stored; the fields that it lacks are those that a benchmark is about. */
export const pendingApproval = {
  type: 'approval',
  status: 'pending',
  response: null,
  respondedAt: null,
  respondedBy: null,
  callback: null,
  questionDigest: null,
  answerDigest: null,
  listed: null,
  askedBy: null,
  toldAt: null,
  toldBy: null,
  verdict: null,
  answerLine: null,
  answeredBy: null,
  urgency: 'normal',
  lowered: 0,
  confirm: 0,
  heldUntil: null,
  lease: null,
  notify: null,
  reach: null,
  reachEventAt: null,
  defaultAnswer: null,
  defaultReason: null,
  reachEventDue: null,
} satisfies Partial<Row<'reviews'>>;

/** Inserts message `n`, searchable. */
export async function insertMessage(
  tx: Tx,
  n: number,
  { id, text, createdAt }: { id: string; text: string; createdAt: string },
): Promise<void> {
  await tx
    .insertInto('messages')
    .values({
      id,
      channelId: channelId(n),
      senderType: 'agent',
      senderId: channelId(n),
      text,
      status: null,
      metadata: null,
      webhookUrl: null,
      deliveryStatus: 'sent',
      streamId: null,
      streamState: null,
      clientId: null,
      createdAt,
      updatedAt: createdAt,
      changeSeq: n + 1,
    })
    .execute();
  await sqlOf(tx).texts.add(tx, id, text);
}

const insertChannel = (tx: Tx, n: number) =>
  tx
    .insertInto('channels')
    .values({
      id: channelId(n),
      name: `Bench ${n}`,
      description: null,
      avatarUrl: null,
      webhookUrl: null,
      webhookHeaders: null,
      status: null,
      statusMessage: null,
      lastActiveAt: null,
      createdAt: BEGINNING,
      updatedAt: BEGINNING,
    })
    .execute();
