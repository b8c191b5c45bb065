import { rm } from 'node:fs/promises';
import { freemem } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { type Case, casesIn } from './cases.ts';
import { limitMemory } from './memory.ts';

/** The directory `bun test` runs in, and its arguments. */
export type Suite = {
  root: string;
  /** The directory for reports. */
  folder: string;
  args: string[];
  env: Record<string, string | undefined>;
  signal: AbortSignal;
  /** The share of the memory for each process. */
  mostMib?: number | undefined;
  output?: 'inherit' | 'ignore';
};
export type Run = { exitCode: number; cases: Case[] };

/** Most tests wait for a process, a browser or a clock more than they work; each worker may have a browser of its own. */
const workers = freemem() > 12 * 1024 ** 3 ? 8 : 4;
// Files share their imports.
const settings = [`--parallel=${workers}`, '--no-isolate', '--timeout=120000', '--no-orphans'];

export async function runOnce(suite: Suite): Promise<Run> {
  const { root, folder, args, env, signal, mostMib, output = 'inherit' } = suite;
  const report = join(folder, 'junit.xml');
  await rm(report, { force: true });
  const reporting = ['--reporter=junit', `--reporter-outfile=${report}`];
  const run = Bun.spawn([process.execPath, 'test', ...settings, ...reporting, ...args], {
    cwd: root,
    env,
    signal,
    stdio: ['inherit', output, output],
  });
  using _limit = limitMemory(run.pid, mostMib);
  const exitCode = await run.exited;
  const written = await Bun.file(report)
    .text()
    .catch(() => '');
  return { exitCode, cases: casesIn(written) };
}

/** Runs one file of a suite alone. */
export const runAlone = (suite: Suite, file: string): Promise<Run> =>
  runOnce({ ...suite, args: [...split(suite.args).flags, `./${file}`] });

/** Returns the files that the arguments choose, like `bun test`: by a part of their path. */
export function chosenFiles({ root, args }: Suite): string[] {
  const parts = split(args).paths.map((one) => pathIn(root, one));
  const files = [...new Bun.Glob('test/**/*.test.ts').scanSync(root)].sort();
  return files.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
}

/** `-t` is followed by its value; all other flags are one word. */
function split(args: string[]) {
  const isFlag = (at: number) => args[at]?.startsWith('-') || args[at - 1] === '-t';
  return {
    flags: args.filter((_, at) => isFlag(at)),
    paths: args.filter((_, at) => !isFlag(at)),
  };
}

const pathIn = (root: string, path: string) =>
  isAbsolute(path) ? relative(root, path) : path.replace(/^\.\//, '');
