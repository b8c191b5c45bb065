// Runs the quickstart's tour exactly as printed, with the command `inbox` of the given directory.
// If port 4600 is taken, it uses another.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRun } from '../src/run-file.ts';

const DEFAULT_PORT = 4600;
const READY_MS = 15_000;

/** Serves an empty inbox with `<bin>/inbox`, takes the tour there, and returns what it printed. */
export async function takeTour(bin: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'inbox-tour-'));
  const env = {
    HOME: folder,
    INBOX_DATA: join(folder, 'data'),
    PATH: `${bin}:${process.env.PATH}`,
  };
  const port = freePort();
  const server = Bun.spawn([join(bin, 'inbox'), 'serve', '--port', String(port)], {
    cwd: folder,
    env,
    stderr: 'inherit',
  });
  try {
    await ready(env.INBOX_DATA);
    const script = (await tourOf('docs/quickstart.md')).replaceAll(
      `:${DEFAULT_PORT}/`,
      `:${port}/`,
    );
    await writeFile(join(folder, 'tour.sh'), script);
    const tour = Bun.spawn(['bash', '-eu', '-o', 'pipefail', 'tour.sh'], { cwd: folder, env });
    const printed = await new Response(tour.stdout).text();
    assert.equal(await tour.exited, 0, `the tour failed:\n${printed}`);
    return printed;
  } finally {
    server.kill('SIGTERM');
    await server.exited;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the shell lines of every block below a `<!-- tour -->`. */
async function tourOf(file: string): Promise<string> {
  const page = await readFile(join(import.meta.dir, '..', file), 'utf8');
  const blocks = [...page.matchAll(/<!-- tour -->\n```sh\n([\s\S]*?)```/g)];
  assert.ok(blocks.length > 0, `${file} has no tour`);
  return blocks.map(([, script]) => script).join('');
}

/** Returns the port that the tour is printed with, or any other if that one is taken. */
function freePort(): number {
  for (const port of [DEFAULT_PORT, 0]) {
    try {
      const probe = Bun.serve({ port, hostname: '127.0.0.1', fetch: () => new Response() });
      const taken = probe.port ?? 0;
      probe.stop(true);
      return taken;
    } catch (error) {
      if (port === 0) throw error;
    }
  }
  return DEFAULT_PORT;
}

async function ready(data: string): Promise<void> {
  const deadline = Date.now() + READY_MS;
  while (findRun(data) === null) {
    assert.ok(Date.now() < deadline, 'the inbox did not start');
    await Bun.sleep(20);
  }
}
