import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { removeDirectory, temporaryDirectory } from '../support/directory.ts';
import { serveInProcess } from '../support/process.ts';

const ROUNDS = 20;

test('a kill under load loses no message that was acknowledged', async () => {
  const data = temporaryDirectory();
  const acknowledged = new Map<string, string | null>();
  for (let round = 0; round < ROUNDS; round++) {
    await loadAndKill(data, acknowledged, 20 + ((round * 37) % 150));
    const db = new Database(join(data, 'inbox.db'));
    expect(db.query('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
    expect(db.query('pragma foreign_key_check').all()).toEqual([]);
    const rows = db.query<{ id: string; text: string }, []>('select id, text from messages').all();
    db.close();
    const stored = new Map(rows.map((row) => [row.id, row.text]));
    const lost = [...acknowledged].filter(([id, text]) => stored.get(id) !== text);
    expect(lost).toEqual([]);
  }
  expect(acknowledged.size).toBeGreaterThan(ROUNDS * 20);
  removeDirectory(data);
}, 90_000);

/** Sends from sixteen sides, and kills the server as soon as so many were acknowledged. */
async function loadAndKill(data: string, acknowledged: Map<string, string | null>, count: number) {
  const server = await serveInProcess(data);
  const channelId = (await server.agent.post<Agent>('/agents', { name: 'Bot' })).body.id;
  const enough = acknowledged.size + count;
  let ended: Promise<unknown> | undefined;
  const send = async (sender: number) => {
    for (let turn = 0; !ended; turn++) {
      const text = `${sender}/${turn} ${'x'.repeat(turn * 50)}`;
      const sent = await server.agent
        .post<Message>('/messages', { channelId, text })
        .catch(() => null);
      if (sent?.status === 201) acknowledged.set(sent.body.id, sent.body.text);
      if (!sent || acknowledged.size >= enough) ended ??= server.end('SIGKILL');
    }
  };
  await Promise.all(Array.from({ length: 16 }, (_, sender) => send(sender)));
  await ended;
}
