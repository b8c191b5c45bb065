/** A start that upgrades, and may be killed at each of its steps. */
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { findRun } from '../../../src/run-file.ts';
import type { Called } from '../../support/faults/load.ts';
import { program } from '../../support/server/program.ts';

/** Serves it; returns the steps that it reported, and the time until it answered. */
export async function upgrade(data: string) {
  const { child, lines } = serve(data);
  const startedAt = performance.now();
  const steps: string[] = [];
  let url: string | undefined;
  while (url === undefined) {
    const { value: line, done } = await lines.next();
    if (done) throw new Error(`The program does not come up, after ${steps.join('\n')}`);
    if (line.includes('upgrading the database')) steps.push(line);
    url = /^Listening on (\S+),/.exec(line)?.[1];
  }
  void drain(lines);
  const seconds = (performance.now() - startedAt) / 1000;
  const called: Called = { url, token: `${findRun(data)?.token}` };
  return {
    ...called,
    steps,
    seconds,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** Starts it and kills it once it has reported this many steps. */
export async function killAt(data: string, step: number): Promise<void> {
  const { child, lines } = serve(data);
  let reported = 0;
  while (reported < step) {
    const { value, done } = await lines.next();
    if (done || value.startsWith('Listening')) break;
    if (value.includes('upgrading the database')) reported++;
  }
  child.kill('SIGKILL');
  await child.exited;
  await drain(lines);
}

/** The names of what has been applied; throws for a database that is damaged. */
export function migrationsOf(data: string): string[] {
  using db = new Database(join(data, 'inbox.db'));
  const [check] = db.query<{ quick_check: string }, []>('pragma quick_check').all();
  if (check?.quick_check !== 'ok') throw new Error(check?.quick_check);
  const names = db.query<{ name: string }, []>('select name from kysely_migration order by name');
  return names.all().map(({ name }) => name);
}

function serve(data: string) {
  const child = Bun.spawn([...program, 'serve', '--data', data], {
    env: { HOME: data, INBOX_PORT: '0', INBOX_RATE_LIMIT: 'off' },
    stdout: 'ignore',
    stderr: 'pipe',
  });
  return { child, lines: linesOf(child.stderr) };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let pending = '';
  for await (const part of stream) {
    const lines = (pending + decoder.decode(part, { stream: true })).split('\n');
    pending = lines.pop() ?? '';
    yield* lines;
  }
}

/** So that it can always write. */
async function drain(lines: AsyncGenerator<string>): Promise<void> {
  for await (const _ of lines);
}
