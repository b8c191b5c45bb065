/** A server whose database was put back by hand, or is damaged: it starts, and says so everywhere. */
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { closeSync, copyFileSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { About } from '../../src/core/about/schema.ts';
import type { AuditPage } from '../../src/core/audit/schema.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { eventually } from '../support/reach/eventually.ts';
import { serveInProcess } from '../support/server/process.ts';
import { program } from '../support/server/program.ts';

type Served = Awaited<ReturnType<typeof serveInProcess>>;

async function send({ owner, agent }: Served, name: string): Promise<void> {
  const { body } = await owner.post<{ id: string }>('/agents', { name });
  await agent.post('/messages', { channelId: body.id, text: name });
}

async function healthOf({ url }: Served): Promise<[number, object]> {
  const response = await fetch(`${url}/health`);
  return [response.status, (await response.json()) as object];
}

function doctor(data: string): string {
  const env = { HOME: data, PATH: process.env.PATH ?? '' };
  const { stdout } = Bun.spawnSync([...program, 'doctor', '--json', '--data', data], { env });
  const { checks } = JSON.parse(`${stdout}`) as { checks: { check: string; says: string }[] };
  return checks.find(({ check }) => check === 'database')?.says ?? '';
}

test('a server says that its database was put back, and to followers that it is another history', async () => {
  const data = temporaryDirectory();
  const copy = join(data, 'copy.db');
  const file = join(data, 'inbox.db');
  try {
    const first = await serveInProcess(data);
    await send(first, 'one');
    await first.end('SIGTERM');
    copyFileSync(file, copy);
    const second = await serveInProcess(data);
    for (const name of ['two', 'three']) await send(second, name);
    const { headers } = await fetch(`${second.url}/api/v1/agents`, {
      headers: { authorization: `Bearer ${second.token}` },
    });
    const [log, after] = [headers.get('inbox-log'), headers.get('inbox-seq')];
    await second.end('SIGTERM');
    expect(doctor(data)).toEndWith(', intact');
    copyFileSync(copy, file);
    expect(doctor(data)).toContain('not the one that ran last: it lacks 4 changes');

    const third = await serveInProcess(data);
    expect(await healthOf(third)).toEqual([
      200,
      expect.objectContaining({ status: 'ok', renewed: true }),
    ]);
    for (const name of ['four', 'five', 'six']) await send(third, name);
    const { body } = await third.owner.get<{ statusCode: number; code: string }>(
      `/events?after=${after}&log=${log}`,
    );
    expect(body).toMatchObject({ statusCode: 410, log: expect.not.stringMatching(`^${log}$`) });
    const { body: about } = await third.owner.get<About>('/about');
    expect(about.renewed).toEqual({ at: expect.any(String), missing: 4 });
    const { body: page } = await third.owner.get<AuditPage>('/audit?action=log.renewed');
    expect(page.data).toMatchObject([{ actor: { kind: 'system' }, detail: { missing: 4 } }]);
    expect(doctor(data)).toContain('not the one that ran last');
    await third.end('SIGKILL');
  } finally {
    removeDirectory(data);
  }
}, 60_000);

test('a server that lost its write-ahead log says how many changes are missing', async () => {
  const data = temporaryDirectory();
  try {
    const first = await serveInProcess(data);
    await send(first, 'one');
    await first.end('SIGTERM');
    const second = await serveInProcess(data);
    await send(second, 'two');
    const noted = statSync(join(data, 'inbox.start')).mtimeMs;
    await eventually(() => statSync(join(data, 'inbox.start')).mtimeMs !== noted);
    await second.end('SIGKILL');
    rmSync(join(data, 'inbox.db-wal'));
    rmSync(join(data, 'inbox.db-shm'), { force: true });
    const third = await serveInProcess(data);
    const { body } = await third.owner.get<About>('/about');
    expect(body.renewed?.missing).toBe(2);
    await third.end('SIGKILL');
  } finally {
    removeDirectory(data);
  }
}, 60_000);

test('a server finds damaged pages after it has started, and goes on', async () => {
  const data = temporaryDirectory();
  try {
    const first = await serveInProcess(data);
    for (const name of ['one', 'two', 'three']) await send(first, name);
    await first.end('SIGTERM');
    damage(join(data, 'inbox.db'));
    const second = await serveInProcess(data);
    const found = await eventually(async () => {
      const health = await healthOf(second);
      return 'damaged' in health[1] ? health : null;
    });
    expect(found).toEqual([200, expect.objectContaining({ status: 'ok', damaged: true })]);
    expect((await second.owner.get<About>('/about')).body.damage).toMatch(/damaged|malformed/);
    await second.end('SIGKILL');
  } finally {
    removeDirectory(data);
  }
}, 60_000);

/** Overwrites an index that no start reads. */
function damage(file: string): void {
  const database = new Database(file, { readonly: true });
  const pages = database.query<{ pageno: number }, []>(
    "SELECT pageno FROM dbstat WHERE name = 'messages_callId'",
  );
  const found = pages.all();
  database.close();
  expect(found).not.toEqual([]);
  const size = 4096;
  const descriptor = openSync(file, 'r+');
  for (const { pageno } of found)
    writeSync(descriptor, Buffer.alloc(size, 0xa5), 0, size, (pageno - 1) * size);
  closeSync(descriptor);
}
