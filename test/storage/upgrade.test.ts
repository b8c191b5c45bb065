import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { localAgent } from '../../src/core/access/callers.ts';
import { localOwner } from '../../src/core/access/local-owner.ts';
import { getMessage } from '../../src/core/messages/messages.ts';
import { indexOlder, passes } from '../../src/core/messages/reindexing.ts';
import { ListMessages, UpdateStream } from '../../src/core/messages/schema.ts';
import { updateStream } from '../../src/core/messages/streams.ts';
import { openInbox } from '../../src/core/open.ts';
import { answerReview } from '../../src/core/reviews/reviews.ts';
import { silentLog } from '../../src/log.ts';
import { Connection } from '../../src/storage/sqlite/connection.ts';
import { sqliteDialect } from '../../src/storage/sqlite/dialect.ts';
import { migrations } from '../../src/storage/sqlite/migrations/index.ts';
import { readState } from '../../src/storage/state.ts';
import { recordingLog } from '../support/inbox/log.ts';
import { listMessages, listPending } from '../support/inbox/pages.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

/** More by hand. */
const MESSAGES = Number(process.env.INBOX_UPGRADE_MESSAGES ?? 5000);
const ASKING = Math.max(10, MESSAGES / 20);
const FUTURE = '2999-01-01T00:00:00.000Z';
const idOf = (n: number) => `01H${n.toString().padStart(23, '0')}`;

/** The directory of the version before the audit log: one message in 20 asks, and one of those streams. */
async function olderDirectory(): Promise<string> {
  const data = temporaryDirectory();
  const path = join(data, 'inbox.db');
  const kysely = new Kysely({ dialect: sqliteDialect(new Connection(new Database(path))) });
  const old = Object.entries(migrations).filter(([name]) => name < '0004');
  const provider = { getMigrations: async () => Object.fromEntries(old) };
  await new Migrator({ db: kysely, provider }).migrateToLatest();
  await kysely.destroy();
  using db = new Database(path);
  db.run('pragma journal_mode = wal');
  db.transaction(() => fill(db))();
  return data;
}

function fill(db: Database): void {
  db.run("insert into channels (id, name, createdAt, updatedAt) values ('c', 'C', '', '')");
  const message = db.prepare(
    `insert into messages (id, channelId, senderType, senderId, text, deliveryStatus, streamId,
      streamState, createdAt, updatedAt) values (?, 'c', 'agent', 'c', ?, 'sent', ?, ?, ?, ?)`,
  );
  const index = db.prepare('insert into message_search (rowid, text) values (?, ?)');
  const review = db.prepare(
    `insert into reviews (messageId, channelId, type, status, payload, expiresInSeconds, expiresAt,
      response, respondedAt, respondedBy) values (?, 'c', 'approval', ?, ?, 3600, ?, ?, ?, ?)`,
  );
  const options = [{ id: 'approve', label: 'Approve' }];
  const large = JSON.stringify({ title: 'Large?', options, more: 'x'.repeat(20_000) });
  const small = JSON.stringify({ options });
  for (let n = 1; n <= MESSAGES; n++) {
    const asks = n % (MESSAGES / ASKING) === 0;
    const streams = asks && n === MESSAGES;
    const at = new Date(1_700_000_000_000 + n).toISOString();
    const isDone = asks && !streams && n % 200 === 0;
    message.run(
      idOf(n),
      `message ${n}`,
      streams ? 's' : null,
      streams ? 'streaming' : null,
      at,
      at,
    );
    if (!streams) index.run(n, `message ${n}`);
    if (!asks) continue;
    review.run(
      idOf(n),
      isDone ? 'completed' : 'pending',
      n % 400 === 40 ? large : small,
      FUTURE,
      ...(isDone
        ? ['{"selectedOption":"approve"}', at, '{"id":"u","name":"Ada"}']
        : [null, null, null]),
    );
  }
}

test('loses nothing from before the audit log, and closes questions on live drafts', async () => {
  const data = await olderDirectory();
  const inbox = await openInbox({ data, log: silentLog(), holder: 'a test' });
  const [agent, owner] = [localAgent(), await localOwner(inbox)];
  const { total } = await listPending(inbox, owner);
  const done = MESSAGES / 200 - 1;
  expect(total).toBe(ASKING - 1 - done);
  const completed = ListMessages.parse({ review: 'completed', limit: 1 });
  const [answered] = (await listMessages(inbox, owner, completed)).data;
  expect(answered?.review?.respondedBy).toEqual({
    id: 'u',
    name: 'Ada',
    via: null,
    credential: null,
  });

  const draft = await getMessage(inbox, owner, idOf(MESSAGES));
  expect(draft.review).toMatchObject({ status: 'pending', openedAt: null, expiresAt: null });
  const opened = await updateStream(
    inbox,
    agent,
    's',
    UpdateStream.parse({ text: 'Go?', complete: true }),
  );
  expect(opened.seq).toBe(MESSAGES + 1);
  expect((await listPending(inbox, owner)).total).toBe(total + 1);

  const large = await getMessage(inbox, owner, idOf(40));
  expect(large.review?.payload.more).toHaveLength(20_000);
  const after = ListMessages.parse({ cursor: idOf(41), limit: 1 });
  const [listed] = (await listMessages(inbox, owner, after)).data;
  expect(listed).toMatchObject({ truncated: true, review: { payload: { title: 'Large?' } } });
  await answerReview(inbox, owner, large.id, { selectedOption: 'approve' }, large.seq);
  await inbox.close();
  removeDirectory(data);
});

test('logs the copy, every step and the end', async () => {
  const data = await olderDirectory();
  const { log, lines } = recordingLog();
  const open = () => openInbox({ data, log, holder: 'a test' });
  await (await open()).close();
  const steps = Object.keys(migrations).filter((name) => name >= '0004');
  const said = () => lines.map(({ msg }) => `${msg}`).filter((line) => line.startsWith('upgrad'));
  const whole = said();
  expect(whole).toEqual([
    'upgrading the database; copying it to inbox.db.before-0004_audit first',
    ...steps.map(
      (name, at) => `upgrading the database: step ${at + 1} of ${steps.length}, ${name}`,
    ),
    expect.stringMatching(/^upgraded the database in \d+ s$/),
  ]);
  await (await open()).close();
  expect(said()).toEqual(whole);
  removeDirectory(data);
});

test('indexes older questions in slices, and finds them by their words', async () => {
  const data = await olderDirectory();
  const open = () => openInbox({ data, log: silentLog(), holder: 'a test' });
  let inbox = await open();
  const owner = await localOwner(inbox);
  const found = async (search: string) => {
    const list = ListMessages.parse({ search, limit: 100 });
    return (await listMessages(inbox, owner, list)).data.map(({ id }) => id);
  };
  expect(await found('large?')).toEqual([]);
  const asking = Array.from({ length: MESSAGES }, (_, at) => at + 1);
  const large = asking.filter((n) => n % (MESSAGES / ASKING) === 0 && n % 400 === 40).map(idOf);
  const indexing = indexOlder(inbox);
  // A stop in its midst loses nothing, nor does work that is done twice.
  await inbox.close();
  await indexing.catch(() => {});
  inbox = await open();
  await indexOlder(inbox);
  expect(await found('large?')).toEqual(large.toReversed());
  expect(await found('message large?')).toEqual(large.toReversed());
  expect(await found(`message ${MESSAGES - 1}`)).toEqual([idOf(MESSAGES - 1)]);
  for (const { name } of passes) expect(await readState(inbox.store.read, name)).toBeNull();
  await inbox.close();
  removeDirectory(data);
});
