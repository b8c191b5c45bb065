/** A data directory as the version before the audit log left it: 100 channels, questions in all states. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Connection } from '../../../src/storage/sqlite/connection.ts';
import { sqliteDialect } from '../../../src/storage/sqlite/dialect.ts';
import { migrations } from '../../../src/storage/sqlite/migrations/index.ts';

export const LAST_MIGRATION = '0003_pages';
const CHANNELS = 100;
const START = 1_700_000_000_000;
const FUTURE = Date.UTC(2999, 0);
const at = (n: number) => new Date(START + n * 1000).toISOString();
const idOf = (n: number) => `01H${n.toString().padStart(23, '0')}`;
const channelOf = (n: number) => `channel-${n % CHANNELS}`;

export async function fillOlder(data: string, messages: number): Promise<void> {
  const path = join(data, 'inbox.db');
  const kysely = new Kysely({ dialect: sqliteDialect(new Connection(new Database(path))) });
  const old = Object.entries(migrations).filter(([name]) => name <= LAST_MIGRATION);
  const provider = { getMigrations: async () => Object.fromEntries(old) };
  const { error } = await new Migrator({ db: kysely, provider }).migrateToLatest();
  if (error) throw error;
  await kysely.destroy();
  using db = new Database(path, { strict: true });
  db.run('pragma journal_mode = wal');
  db.run('pragma synchronous = off');
  db.transaction(() => fill(db, messages))();
}

function fill(db: Database, messages: number): void {
  const [channel, key, message, index, review, file] = statements(db);
  for (let n = 0; n < CHANNELS; n++) channel.run(channelOf(n), `Channel ${n}`, at(n), at(n));
  for (let n = 0; n < 20; n++) key.run(`key-${n}`, `Key ${n}`, `hash-${n}`, at(n));
  for (let n = 1; n <= messages; n++) {
    const [id, channelId] = [idOf(n), channelOf(n)];
    const text = textOf(n);
    const wasDraft = n % 50 === 4;
    message.run({
      id,
      channelId,
      text,
      status: n % 9 === 0 ? 'success' : null,
      metadata: n % 8 === 0 ? `{"run":${n},"tags":["a","b"]}` : null,
      streamId: wasDraft ? `stream-${n}` : null,
      streamState: wasDraft ? 'complete' : null,
      clientId: n % 20 === 5 ? `c-${n}` : null,
      createdAt: at(n),
      updatedAt: at(n + (n % 3)),
    });
    index.run(n, text.toLowerCase());
    if (n % 7 === 0) review.run({ messageId: id, channelId, ...reviewOf(n) });
    if (n % 100 === 1) file.run(`file-${n}`, id, channelId, `log-${n}.txt`, `key-${n}`, at(n));
  }
}

const words = 'deploy build test release merge review cache index shard queue worker'.split(' ');
const textOf = (n: number) => {
  const said = Array.from({ length: 12 }, (_, at) => words[(n * 7 + at * (n % 13)) % words.length]);
  return `${said.join(' ')} ${n}${n % 1000 === 500 ? ` ${'long '.repeat(4000)}` : ''}`;
};

const approval = {
  options: [
    { id: 'approve', label: 'Yes' },
    { id: 'reject', label: 'No' },
  ],
};
const done = (response: object) => ({ status: 'completed', response: JSON.stringify(response) });
/** In all states and of several kinds. */
const states: { type?: string; payload?: object; status: string; response?: string }[] = [
  done({ selectedOption: 'approve' }),
  done({ selectedOption: 'reject' }),
  { status: 'expired' },
  { type: 'text-input', payload: { prompt: 'Why?' }, ...done({ text: 'Because' }) },
  done({ _dismissed: true }),
  { status: 'expired' },
  done({ selectedOption: 'approve', comment: 'Go' }),
  {
    type: 'selection',
    payload: { ...approval, minSelections: 1 },
    ...done({ selectedIds: ['approve'] }),
  },
  { status: 'pending' },
];

function reviewOf(n: number) {
  const asked = (n / 7) % 40;
  // One in 40 is still pending.
  const state = asked === 0 ? states.at(-1) : states[asked % (states.length - 1)];
  const { type = 'approval', payload = approval, status = '', response = null } = state ?? {};
  const isDone = status === 'completed';
  return {
    type,
    status,
    payload: JSON.stringify({ title: `Question ${n}?`, ...payload }),
    expiresInSeconds: 3600,
    expiresAt: status === 'pending' ? new Date(FUTURE + n).toISOString() : at(n + 3600),
    response,
    respondedAt: isDone ? at(n + 60) : null,
    respondedBy: isDone ? `{"id":"u-${n % 5}","name":"Person ${n % 5}"}` : null,
  };
}

function statements(db: Database) {
  return [
    db.prepare('insert into channels (id, name, createdAt, updatedAt) values (?, ?, ?, ?)'),
    db.prepare(
      `insert into keys (id, name, prefix, hash, allChannels, createdAt) values (?, ?, 'hp_', ?, 1, ?)`,
    ),
    db.prepare(
      `insert into messages (id, channelId, senderType, senderId, text, status, metadata, deliveryStatus,
        streamId, streamState, clientId, createdAt, updatedAt)
       values (:id, :channelId, 'agent', :channelId, :text, :status, :metadata, 'sent', :streamId,
        :streamState, :clientId, :createdAt, :updatedAt)`,
    ),
    db.prepare('insert into message_search (rowid, text) values (?, ?)'),
    db.prepare(
      `insert into reviews (messageId, channelId, type, status, payload, expiresInSeconds, expiresAt,
        response, respondedAt, respondedBy)
       values (:messageId, :channelId, :type, :status, :payload, :expiresInSeconds, :expiresAt, :response,
        :respondedAt, :respondedBy)`,
    ),
    db.prepare(
      `insert into attachments (id, messageId, channelId, pluginType, filename, mimeType, size, storageKey,
        createdAt) values (?, ?, ?, 'file', ?, 'text/plain', 3, ?, ?)`,
    ),
  ] as const;
}
