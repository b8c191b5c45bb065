import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBackup } from '../../src/backup/create.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Attachment } from '../../src/core/files/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { formOf, givenFile, sha256 } from '../support/inbox/files.ts';
import { type TestInbox, testInbox } from '../support/inbox/inbox.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { sized } from '../support/machine/sized.ts';
import { serveInProcess } from '../support/server/process.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const ENOUGH = 300;

test('contains everything acknowledged before a backup under load, and restores it', async () => {
  await using terminal = testTerminal();
  const server = await serveInProcess(terminal.data);
  const load = await startLoad(server);
  await load.reaches(ENOUGH);
  const before = structuredClone(load.acknowledged);
  const file = join(terminal.home, 'backup.tar.gz');
  await terminal.ok('backup', 'create', file);
  const after = load.acknowledged.messages.size;
  await load.reaches(after + 50);
  await load.stop();
  expect(await server.end('SIGTERM')).toBe(0);

  await terminal.ok('--data', `${terminal.home}/restored`, 'backup', 'restore', file, '--yes');
  const restored = await serveInProcess(`${terminal.home}/restored`);
  await expectAll(restored, before);
  await restored.end('SIGTERM');
  expect(after).toBeGreaterThan(before.messages.size);
}, 60_000);

type Served = Awaited<ReturnType<typeof serveInProcess>>;
type Acknowledged = {
  messages: Map<string, string | null>;
  /** Checksums by id. */
  files: Map<string, string>;
  deleted: Set<string>;
};

const FILES = 6;

/** Twelve who write, three who upload and delete half of it again, until they are stopped. */
async function startLoad({ agent }: Served) {
  const { body: channel } = await agent.post<Agent>('/agents', { name: 'Bot' });
  const messages: Acknowledged['messages'] = new Map();
  const acknowledged: Acknowledged = { messages, files: new Map(), deleted: new Set() };
  const waiting = new Set<() => void>();
  let stopped = false;
  const write = async (turn: number) => {
    const text = `${turn} ${'x'.repeat(turn % 5000)}`;
    const sent = await agent.post<Message>('/messages', { channelId: channel.id, text });
    messages.set(sent.body.id, sent.body.text);
  };
  const upload = async (turn: number) => {
    const bytes = crypto.getRandomValues(new Uint8Array(1000 + (turn % 50_000)));
    const body = formOf(['channelId', channel.id], ['file', new File([bytes], 'a.bin')]);
    const sent = await agent.send<Attachment>('/files/upload', { method: 'POST', body });
    const { id, messageId } = sent.body;
    acknowledged.files.set(id, sha256(bytes));
    if (turn % 2 === 0) return;
    acknowledged.files.delete(id);
    await agent.delete(`/messages/${messageId}`);
    acknowledged.deleted.add(`${messageId}`);
  };
  const each = async (one: (turn: number) => Promise<void>) => {
    for (let turn = 0; !stopped; turn++) {
      await one(turn);
      for (const look of waiting) look();
    }
  };
  const workers = [...Array(12).fill(write), ...Array(3).fill(upload)].map(each);
  return {
    acknowledged,
    reaches: (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (messages.size < count || acknowledged.files.size < FILES) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
      }),
    async stop() {
      stopped = true;
      await Promise.all(workers);
    },
  };
}

async function expectAll(restored: Served, { messages, files, deleted }: Acknowledged) {
  const found = await allMessages(restored.agent);
  for (const [id, text] of messages) expect(found.get(id)?.text).toBe(text);
  for (const id of deleted) expect(found.has(id)).toBe(false);
  const held = [...found.values()].flatMap((message) => message.attachments);
  expect(files.size).toBeGreaterThanOrEqual(FILES);
  for (const { id } of held) {
    const sum = sha256(await bytesOf(restored, id));
    expect(files.get(id) ?? sum).toBe(sum);
  }
  const ids = new Set(held.map((one) => one.id));
  expect([...files.keys()].filter((id) => !ids.has(id))).toEqual([]);
}

async function bytesOf({ url, token }: Served, id: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${url}/api/v1/files/${id}/download`, { headers })).bytes();
}

async function allMessages(agent: Served['agent']): Promise<Map<string, Message>> {
  type Page = { data: Message[]; nextCursor: string | null };
  const found = new Map<string, Message>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body }: { body: Page } = await agent.get<Page>(`/messages?limit=100${query}`);
    for (const message of body.data) found.set(message.id, message);
    cursor = body.nextCursor;
  }
  return found;
}

const ROUNDS = sized(12, 30);

test('leaves either the old or the new data complete when a restore is killed', async () => {
  const home = temporaryDirectory();
  const data = join(home, 'data');
  const archives = [join(home, '0.tar.gz'), join(home, '1.tar.gz')] as const;
  for (const [which, archive] of archives.entries()) await backupOf(which, archive);
  const first = await restoring(data, archives[0]);
  const startedAt = performance.now();
  expect(await first.exited).toBe(0);
  let longestMs = performance.now() - startedAt;
  const seen = new Set<string>();
  let shown = 0;
  // How long a restore takes changes with what else runs.
  while (seen.size < 2) {
    longestMs *= 2;
    for (let round = 0; round < ROUNDS; round++) {
      const target = 1 - shown;
      await restoreAndKill(data, archives[target] ?? '', (longestMs * round) / ROUNDS);
      const now = await stateOf(data);
      expect([0, 1]).toContain(now);
      seen.add(now === target ? 'new' : 'old');
      shown = now;
    }
  }
  removeDirectory(home);
}, 180_000);

async function backupOf(which: number, archive: string) {
  await using inbox = await testInbox();
  const { id: channelId } = await inbox.channel();
  await inbox.send({ channelId, text: `${which}` });
  for (let turn = 0; turn < 60; turn++) await givenFile(inbox, { channelId, text: `${which}` });
  await createBackup(inbox.data, archive, () => {});
}

/** A restore in a process of its own, at the moment when it begins. */
async function restoring(data: string, archive: string) {
  const script = join(import.meta.dir, 'restore.ts');
  const child = Bun.spawn([process.execPath, script, data, archive], { stdout: 'pipe' });
  await child.stdout.getReader().read();
  return child;
}

async function restoreAndKill(data: string, archive: string, afterMs: number) {
  const child = await restoring(data, archive);
  await Promise.race([Bun.sleep(afterMs), child.exited]);
  child.kill('SIGKILL');
  await child.exited;
}

/** Which of the two it is: by its message, with all of the files that go with it. */
async function stateOf(data: string): Promise<number> {
  const inbox: TestInbox = await testInbox({ data });
  const [message] = await inbox.store.read.selectFrom('messages').select('text').execute();
  const files = await inbox.store.read.selectFrom('attachments').select('storageKey').execute();
  await inbox.close();
  expect(files.length).toBe(60);
  for (const { storageKey } of files) {
    expect(readFileSync(join(data, 'files', storageKey), 'utf8')).toBe(message?.text ?? '');
  }
  expect(existsSync(join(data, 'restore'))).toBe(false);
  return Number(message?.text);
}
