/** The smallest server that stores a message durably: Bun.serve, bun:sqlite and a group commit. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { monotonicFactory } from 'ulid';

const db = new Database(join(process.argv[2] ?? '', 'floor.db'), { create: true });
db.run('pragma journal_mode = wal');
db.run('pragma synchronous = full');
db.run('pragma cache_size = -16000');
db.run(`create table messages (
  seq integer primary key autoincrement, id text not null unique, channelId text not null,
  senderType text not null, senderId text not null, text text, status text, metadata text,
  webhookUrl text, deliveryStatus text not null, streamId text, streamState text, clientId text,
  createdAt text not null, updatedAt text not null)`);
db.run('create unique index one on messages (channelId, id)');
db.run('create unique index two on messages (channelId, streamId)');
db.run('create unique index three on messages (channelId, clientId)');
db.run(
  "create virtual table search using fts5 (text, content='', contentless_delete=1, tokenize='trigram')",
);
const insert = db.query(
  `insert into messages (id, channelId, senderType, senderId, text, deliveryStatus, createdAt, updatedAt)
   values (?, ?, 'agent', ?, ?, 'sent', ?, ?)`,
);
const index = db.query('insert into search (rowid, text) values (?, ?)');

type Sent = { channelId: string; text: string };
type Waiting = { sent: Sent; resolve: (response: Response) => void };

const newId = monotonicFactory();
let waiting: Waiting[] = [];

function commit() {
  const group = waiting;
  waiting = [];
  const answers: string[] = [];
  db.run('begin immediate');
  for (const { sent } of group) answers.push(store(sent));
  db.run('commit');
  const headers = { 'content-type': 'application/json' };
  group.forEach(({ resolve }, at) => {
    resolve(new Response(answers[at] ?? '', { status: 201, headers }));
  });
}

function store({ channelId, text }: Sent): string {
  const id = newId();
  const at = new Date().toISOString();
  const { lastInsertRowid } = insert.run(id, channelId, channelId, text, at, at);
  index.run(lastInsertRowid, text.toLowerCase());
  return JSON.stringify({
    id,
    channelId,
    senderType: 'agent',
    senderId: channelId,
    text,
    status: null,
    review: null,
    metadata: null,
    webhookUrl: null,
    deliveryStatus: 'sent',
    streamId: null,
    streamState: null,
    clientId: null,
    attachments: [],
    createdAt: at,
    updatedAt: at,
  });
}

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request) {
    const sent = (await request.json()) as Sent;
    if (waiting.length === 0) setImmediate(commit);
    return new Promise<Response>((resolve) => waiting.push({ sent, resolve }));
  },
});
process.send?.(`http://127.0.0.1:${server.port}`);
