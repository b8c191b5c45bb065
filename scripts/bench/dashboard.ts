/** A channel of 100,000 messages in a browser, and typing beside a draft: `bun run bench dashboard`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { io } from 'socket.io-client';
import { createClient, ok } from '../../src/client/client.ts';
import { loadConfig } from '../../src/config.ts';
import { type Caller, localAgent } from '../../src/core/access/callers.ts';
import { localOwner } from '../../src/core/access/local-owner.ts';
import { createChannel } from '../../src/core/channels/channels.ts';
import { sendMessage } from '../../src/core/messages/messages.ts';
import { openInbox } from '../../src/core/open.ts';
import { silentLog } from '../../src/log.ts';
import { findRun } from '../../src/run-file.ts';
import { startServer } from '../../src/server.ts';
import { startChromium } from '../chromium.ts';
import { agreementTimes } from './dashboard/agreement.ts';
import { LONG_TASK_MS, openTimes, scrollTraced, typeBesideDraft } from './dashboard/measures.ts';

const MESSAGES = 100_000;
const GROUP = 500;
const OPEN_MS = 500;
const DROPPED_MS = 100;
const AGREE_MS = 200;
/** As a share of all frames. */
const MOST_BLANK = 0.01;
const account = { name: 'Ana', email: 'ana@example.com', password: 'correct horse' };

if (process.argv[2] === 'serve') {
  const flags = { data: process.argv[3], port: '0', rateLimit: 'off' };
  await startServer(loadConfig(flags, {}), silentLog());
  process.send?.('ready');
} else {
  await bench();
}

async function bench(): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
  const channelId = await fill(data);
  const { promise: ready, resolve } = Promise.withResolvers<void>();
  const child = Bun.spawn([process.execPath, import.meta.path, 'serve', data], {
    ipc: () => resolve(),
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const browser = await startChromium();
  try {
    await ready;
    const run = findRun(data);
    const url = run?.url ?? '';
    console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Bun ${Bun.version}`);
    const desk = { baseURL: url, viewport: { width: 1440, height: 900 } };
    const page = await browser.newPage(desk);
    await logIn(page, url, run?.token ?? '');
    const given = { url, token: run?.token ?? '', channelId };
    await measure(page, given);
    const storageState = await page.context().storageState();
    await agree(page, await browser.newPage({ ...desk, storageState }), given);
  } finally {
    await browser.close();
    child.kill();
    await child.exited;
    rmSync(data, { recursive: true, force: true });
  }
}

type Given = { url: string; token: string; channelId: string };

async function measure(page: Page, { url, token, channelId }: Given): Promise<void> {
  const { cold, warm } = await openTimes(page, channelId);
  say(`opens from another page: ${warm} ms (median)`, warm <= OPEN_MS, `${OPEN_MS} ms`);
  console.log(`opens as the first page, with all scripts: ${cold} ms (median)`);

  const scrolled = await scrollTraced(page);
  const { passed, frames, blank, long, longest, longInCpu, longestInCpu } = scrolled;
  const through = `scrolled ${passed} messages through the middle in ${frames} frames`;
  say(`${through}, ${blank} of them blank`, blank <= frames * MOST_BLANK, 'at most 1 %');
  say(`${long} long tasks, the longest ${longest} ms`, long === 0, `none over ${LONG_TASK_MS} ms`);
  const [load] = loadavg();
  console.log(
    `of processor time: ${longInCpu} long tasks, the longest ${longestInCpu} ms (load ${load?.toFixed(1)})`,
  );

  const client = createClient(url, { apiKey: token });
  const draft = {
    channelId,
    streamId: 'bench',
    streamState: 'streaming' as const,
    text: 'A draft',
  };
  await ok(client.messages.post(draft));
  const socket = io(url, { auth: { apiKey: token }, transports: ['websocket'] });
  const delta = (text: string) =>
    socket.emit('message:delta', { channelId, streamId: 'bench', delta: text });
  const { typed, kept, slow, worst, gained } = await typeBesideDraft(page, delta);
  socket.disconnect();
  console.log(`typed ${typed} letters, ${kept} in the field; the draft gained ${gained} deltas`);
  const isKept = kept === typed && worst <= DROPPED_MS;
  say(`key to paint: ${slow} over 16 ms, the worst ${worst} ms`, isKept, `${DROPPED_MS} ms`);
}

async function agree(one: Page, other: Page, { url, token, channelId }: Given): Promise<void> {
  const client = createClient(url, { apiKey: token });
  const question = { channelId, review: { type: 'approval', payload: { title: 'Deploy?' } } };
  const ask = async () => (await ok(client.messages.post(question))).id;
  const { median, worst } = await agreementTimes(one, other, ask);
  const times = `two browsers agree after ${median} ms (median), ${worst} ms at worst`;
  say(times, worst <= AGREE_MS, `${AGREE_MS} ms`);
}

function say(what: string, isReached: boolean, goal: string): void {
  console.log(`${what}; goal ${goal}: ${isReached ? 'reached' : 'MISSED'}`);
}

/** A channel with its messages, written before the server starts. */
async function fill(data: string): Promise<string> {
  const inbox = await openInbox({ data, log: silentLog(), holder: 'a benchmark' });
  const owner = await localOwner(inbox);
  const input = { name: 'Bench', description: null, avatarUrl: null, webhookUrl: null };
  const { id: channelId } = await createChannel(inbox, owner, input);
  const agent: Caller = localAgent();
  for (let from = 0; from < MESSAGES; from += GROUP) {
    const group = Array.from({ length: Math.min(GROUP, MESSAGES - from) }, (_, at) => from + at);
    await Promise.all(
      group.map((at) => sendMessage(inbox, agent, { channelId, text: textOf(at) })),
    );
  }
  await inbox.close();
  return channelId;
}

function textOf(at: number): string {
  if (at % 11 === 0) return `Step ${at}:\n\n\`\`\`sh\nmake build-${at}\nmake test\n\`\`\``;
  if (at % 7 === 0)
    return `Step ${at} has **three** parts:\n\n- one\n- two, with \`code\`\n- three`;
  return `Step ${at} is done. ${'All is as it should be. '.repeat(at % 5)}`;
}

async function logIn(page: Page, url: string, token: string): Promise<void> {
  await ok(createClient(url, { token }).auth.setup.post(account));
  await page.goto('/login');
  await page.getByLabel('E-mail').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await page.getByRole('link', { name: /Bench/ }).waitFor();
}
