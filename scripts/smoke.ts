// Copies dist/inbox alone into an empty directory and checks there that it starts, serves and
// stops.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pkg from '../package.json' with { type: 'json' };
import { answerInBrowser } from './smoke-browser.ts';
import { takeTour } from './tour.ts';

const binary = process.platform === 'win32' ? 'inbox.exe' : 'inbox';
const built = join(import.meta.dir, '..', 'dist', binary);
assert.ok(existsSync(built), `dist/${binary} is missing; run the script \`build\` first.`);

const folder = await mkdtemp(join(tmpdir(), 'inbox-smoke-'));
const inbox = join(folder, binary);
const data = join(folder, 'data');
const env = { HOME: folder, TMPDIR: tmpdir(), SystemRoot: process.env.SystemRoot };

try {
  await copyFile(built, inbox);
  await answersVersion();
  await showsHelp();
  await servesAndStops();
  await takeTour(folder);
  console.log(
    "The executable starts, serves, leads a newcomer to an answer, stops, and passes the quickstart's tour.",
  );
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function answersVersion() {
  const stdout = await run('--version');
  assert.ok(stdout.includes(pkg.version), `\`inbox --version\` printed: ${stdout}`);
}

async function showsHelp() {
  const stdout = await run('--help');
  assert.ok(stdout.includes('serve'), `\`inbox --help\` does not mention serve:\n${stdout}`);
}

async function servesAndStops() {
  const server = start('serve', '--port', '0', '--data', data);
  const received = receive(server.stderr);
  try {
    const url = await soon(10, 'inbox serve is not ready', () => {
      assert.equal(server.exitCode, null, 'inbox serve ended before it was ready');
      return readUrl();
    });
    const health = await fetch(`${url}/health`).then((answer) => answer.json());
    assert.partialDeepStrictEqual(health, { status: 'ok', version: pkg.version });
    const link = await soon(5, 'inbox serve printed no link to set it up', () => {
      return /http\S+\/setup#token=\S+/.exec(received.text())?.[0] ?? null;
    });
    await answerInBrowser(link);
    server.kill('SIGTERM');
    const exitCode = await soon(5, 'inbox serve did not stop on SIGTERM', () => server.exitCode);
    assert.equal(exitCode, 0, 'inbox serve did not stop cleanly on SIGTERM');
  } catch (error) {
    server.kill('SIGKILL');
    await received.whole;
    console.error(received.text());
    throw error;
  }
}

function receive(stream: ReadableStream<Uint8Array>) {
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const part of stream) text += decoder.decode(part, { stream: true });
  };
  return { whole: read(), text: () => text };
}

async function readUrl() {
  const file = Bun.file(join(data, 'run.json'));
  return (await file.exists()) ? ((await file.json()).url as string) : null;
}

/** Calls `ask` every 20 ms until it returns something other than null. */
async function soon<T>(seconds: number, failure: string, ask: () => T | null | Promise<T | null>) {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== null) return answer;
    await Bun.sleep(20);
  }
  throw new Error(`${failure} after ${seconds} s.`);
}

async function run(...args: string[]) {
  const child = start(...args);
  const stderr = new Response(child.stderr).text();
  const stdout = await new Response(child.stdout).text();
  assert.equal(await child.exited, 0, `\`inbox ${args.join(' ')}\` failed:\n${await stderr}`);
  return stdout;
}

function start(...args: string[]) {
  const options = { cwd: folder, env, timeout: 30_000 };
  return Bun.spawn([inbox, ...args], { ...options, stdout: 'pipe', stderr: 'pipe' });
}
