/** The memory that a 1 GiB upload and download add to the server: `bun scripts/bench/files.ts`. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Attachment } from '../../src/core/files/schema.ts';
import { silentLog } from '../../src/log.ts';
import { findRun } from '../../src/run-file.ts';
import { startServer } from '../../src/server.ts';

const MIB = 1024 * 1024;
const SIZE = 1024 * MIB;
const GOAL_MIB = 64;
const SAMPLE_MS = 20;
const BOUNDARY = 'a-boundary-of-the-bench';

if (process.argv[2] === 'serve') {
  const data = process.argv[3];
  await startServer(loadConfig({ data, port: '0', maxFileSize: '2GiB' }, {}), silentLog());
  process.send?.('ready');
} else {
  process.exitCode = (await bench()) ? 0 : 1;
}

async function bench(): Promise<boolean> {
  const data = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const child = Bun.spawn([process.execPath, import.meta.path, 'serve', data], {
    ipc: () => resolve(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  try {
    await ready;
    return await measureAll(child.pid, data);
  } finally {
    child.kill();
    await child.exited;
    rmSync(data, { recursive: true, force: true });
  }
}

async function measureAll(pid: number, data: string): Promise<boolean> {
  const run = findRun(data);
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${run?.url}/api/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${run?.token}`, ...(init.headers as object) },
    });
  const json = { 'content-type': 'application/json' };
  const made = await call('/agents', { method: 'POST', headers: json, body: '{"name":"Bench"}' });
  const { id: channelId } = (await made.json()) as Agent;
  const sent = createHash('sha256');
  const received = createHash('sha256');
  let file: Attachment | undefined;
  const uploaded = await measure('upload', pid, async () => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const body = form(channelId, sent) as unknown as ReadableStream;
    file = (await (
      await call('/files/store', { method: 'POST', headers, body })
    ).json()) as Attachment;
  });
  const downloaded = await measure('download', pid, async () => {
    const { body } = await call(`/files/${file?.id}/download`);
    for await (const chunk of body ?? []) received.update(chunk);
  });
  const same = file?.size === SIZE && sent.digest('hex') === received.digest('hex');
  console.log(same ? 'what came back is what was sent' : 'WHAT CAME BACK IS NOT WHAT WAS SENT');
  return same && uploaded <= GOAL_MIB && downloaded <= GOAL_MIB;
}

async function* form(channelId: string, hash: ReturnType<typeof createHash>) {
  const part = (name: string, more = '') =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  yield Buffer.from(part('file', '; filename="big.bin"'));
  const chunk = Buffer.alloc(MIB);
  for (let at = 0; at < SIZE; at += MIB) {
    chunk.fill(at / MIB);
    chunk.writeUInt32LE(at, 7);
    hash.update(chunk);
    yield Buffer.from(chunk);
  }
  yield Buffer.from(`\r\n${part('channelId')}${channelId}\r\n--${BOUNDARY}--\r\n`);
}

/** Prints and returns the peak of added memory in MiB. */
async function measure(what: string, pid: number, work: () => Promise<void>): Promise<number> {
  const before = residentMib(pid);
  let peak = before;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentMib(pid));
  }, SAMPLE_MS);
  const start = performance.now();
  await work();
  clearInterval(sampling);
  const seconds = (performance.now() - start) / 1000;
  const added = Math.round(Math.max(peak, residentMib(pid)) - before);
  const speed = Math.round(SIZE / MIB / seconds);
  console.log(`${what}: 1 GiB, ${speed} MiB/s, +${added} MiB (from ${Math.round(before)} MiB)`);
  return added;
}

function residentMib(pid: number): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kib) / 1024;
}
