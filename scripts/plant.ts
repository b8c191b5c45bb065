/**
 * Plants faults: breaks a copy of the sources in one small way after another, and expects the named
 * test to fail. `bun run faults planted [part of a file or of what breaks]`
 */
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Breakage } from './plant/breakage.ts';
import { breakages } from './plant/breakages.ts';
import { limitMemory } from './suite/memory.ts';

const root = join(import.meta.dir, '..');
const copied = [
  'bin',
  'scripts',
  'src',
  'test',
  'docs',
  'README.md',
  'package.json',
  'bun.lock',
  'bunfig.toml',
  'tsconfig.json',
];
const LONGEST_TEST_MS = 180_000;
/** A planted fault shows soon. */
const short = {
  ...{ INBOX_CUTS: '100', INBOX_DISK_ERRORS: '6', INBOX_KILLS: '20', INBOX_STOPS: '2' },
  ...{ INBOX_SEQUENCES: '500', INBOX_CONNECTIONS: '20', INBOX_LOG_EVENTS: '3000' },
  ...{ INBOX_REPLICA_RUNS: '60000', INBOX_MODEL_RUNS: '200' },
};
const [part = ''] = process.argv.slice(2);

process.exitCode = await plantAll(
  breakages.filter(({ file, what }) => `${file}: ${what}`.includes(part)),
);

async function plantAll(list: Breakage[]): Promise<number> {
  const tree = mkdtempSync(join(tmpdir(), 'inbox-planted-'));
  try {
    for (const name of copied) cpSync(join(root, name), join(tree, name), { recursive: true });
    symlinkSync(realpathSync(join(root, 'node_modules')), join(tree, 'node_modules'));
    const survived: string[] = [];
    const sound = new Map<string, boolean>();
    for (const breakage of list) {
      const { test, what } = breakage;
      if (!sound.has(test)) sound.set(test, await passes(tree, test));
      const isCaught = sound.get(test) && (await plant(tree, breakage));
      const why = sound.get(test) ? test : `${test}, which fails without it`;
      if (!isCaught) survived.push(`${what} (${why})`);
    }
    if (survived.length > 0) console.log(['Nobody noticed:', ...survived].join('\n  '));
    else console.log(`All ${list.length} planted faults were noticed`);
    return survived.length === 0 ? 0 : 1;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

/** Returns whether the test fails. */
async function plant(tree: string, { what, file, find, put, test }: Breakage): Promise<boolean> {
  const path = join(tree, 'src', file);
  const source = readFileSync(path, 'utf8');
  if (source.split(find).length !== 2) {
    throw new Error(`${what}: src/${file} does not have its text once:\n${find}`);
  }
  writeFileSync(
    path,
    source.replace(find, () => put),
  );
  const startedAt = performance.now();
  const caught = !(await passes(tree, test));
  writeFileSync(path, source);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${caught ? 'noticed ' : 'SURVIVED'} ${what} (${test}, ${seconds} s)`);
  return caught;
}

async function passes(tree: string, test: string): Promise<boolean> {
  const child = Bun.spawn(
    [process.execPath, 'test', '--timeout=30000', '--no-orphans', '--bail', `test/${test}.test.ts`],
    {
      cwd: tree,
      env: { ...process.env, ...short },
      stdio: ['ignore', 'ignore', 'ignore'],
      timeout: LONGEST_TEST_MS,
      killSignal: 'SIGKILL',
    },
  );
  using _limit = limitMemory(child.pid);
  return (await child.exited) === 0;
}
