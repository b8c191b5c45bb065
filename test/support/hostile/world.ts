/** The targets of the hostile requests: a long history, and questions of each kind that is hard to judge. */
import { openInbox } from '../../../src/core/open.ts';
import { silentLog } from '../../../src/log.ts';
import type { FuzzServer } from '../event-loop/server.ts';
import { openBeside } from '../inbox/beside.ts';
import type { Document } from '../server/documented.ts';
import { patterns, wideForm } from './payloads.ts';

export type HostileWorld = Awaited<ReturnType<typeof hostileWorld>>;
type Made = { id?: string; key?: string };

const LARGE = 'large-channel';

/** A directory with a channel with this many questions. */
export async function fillDirectory(data: string, count: number): Promise<void> {
  const inbox = await openInbox({ data, log: silentLog(), holder: 'a test' });
  await inbox.close();
  const db = openBeside(data);
  const at = new Date().toISOString();
  db.run(
    `insert into channels (id, name, createdAt, updatedAt) values ('${LARGE}', 'Large', ?, ?)`,
    [at, at],
  );
  db.run(
    `insert into messages (id, channelId, senderType, senderId, text, deliveryStatus, createdAt, updatedAt)
      with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ?)
      select printf('0%025d', n), '${LARGE}', 'agent', '${LARGE}',
        'Deploy the thing to production now, please? ' || n, 'sent', ?, ? from numbers`,
    [count, at, at],
  );
  db.run('insert into message_search (rowid, text) select seq, text from messages');
  db.run(
    `insert into reviews (messageId, channelId, type, status, payload, expiresInSeconds, expiresAt)
      select id, channelId, 'approval', 'completed', '{}', 60, ? from messages`,
    [at],
  );
  db.close();
}

/** Creates new questions, in a separate channel. */
export async function hostileWorld({ url, token }: FuzzServer) {
  const owner = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const call = async (path: string, body: unknown, headers: Record<string, string> = owner) => {
    const init = { method: 'POST', headers: { ...owner, ...headers }, body: JSON.stringify(body) };
    return (await (await fetch(`${url}/api/v1${path}`, init)).json()) as Made;
  };
  const channel = (await call('/agents', { name: 'Hostile' })).id ?? '';
  const { key = '' } = await call('/keys', { name: 'hostile' });
  const agent = { 'x-api-key': key, authorization: '' };
  const ask = async (type: string, payload: object) =>
    (await call('/messages', { channelId: channel, review: { type, payload } }, agent)).id ??
    'refused';
  for (const n of [1, 2, 3, 4]) {
    await call(
      '/messages',
      { channelId: channel, text: 'x', streamId: `s${n}`, streamState: 'streaming' },
      agent,
    );
  }
  const schemaOf = (properties: object) => ({ schema: { type: 'object', properties } });
  const plain = [await ask('approval', {}), await ask('text-input', {})];
  const asked = patterns.map((pattern) =>
    ask('freeform', schemaOf({ t: { type: 'string', pattern } })),
  );
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  return {
    channel,
    key,
    large: LARGE,
    wide: [await ask('form', wideForm(8, 600)), await ask('form', wideForm(100, 50))],
    unique: [await ask('freeform', schemaOf({ l: { type: 'array', uniqueItems: true } }))],
    patterned: await Promise.all(asked),
    routes: Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => ({
        method: method.toUpperCase(),
        path: path.replace('/api/v1', ''),
      })),
    ),
    /** The ids of the newest messages; the run adds to them. */
    recent: plain,
  };
}
