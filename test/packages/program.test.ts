/** The program as npm installs it: from a registry, on a machine with Node alone. */
import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import pkg from '../../package.json' with { type: 'json' };
import names from '../../packages/names.json' with { type: 'json' };
import type { Entry } from '../../scripts/release/archive.ts';
import { writeFolder } from '../../scripts/release/folder.ts';
import { programEntries, systemEntries, systemPackage } from '../../scripts/release/npm.ts';
import { targets } from '../../scripts/release/targets.ts';
import { findRun } from '../../src/run-file.ts';
import { built } from '../support/machine/built.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { outcomeOf } from '../support/machine/outcome.ts';
import { type Registry, registryOf } from '../support/packages/registry.ts';
import { eventually } from '../support/reach/eventually.ts';

const { program } = names.npm;
const TIMEOUT_MS = 120_000;
const texts = { manual: '.TH INBOX 1\n', licences: 'Licences\n' };
const [here] = targets.filter(
  ({ npm: { os, cpu, libc } }) =>
    os === process.platform && cpu === process.arch && libc !== 'musl',
);

let registry: Registry;
const place = temporaryDirectory();
/** The only folder of the PATH. npm runs commands by a shell. */
const bin = join(place, 'bin');
const prefix = join(place, 'prefix');
const command = join(prefix, 'bin/inbox');
const ends: (() => void)[] = [];

beforeAll(async () => {
  mkdirSync(bin);
  symlinkSync(realNode(), join(bin, 'node'));
  for (const name of ['npm', 'npx', 'sh']) symlinkSync(`${Bun.which(name)}`, join(bin, name));
  const { INBOX_TEST_EXECUTABLE } = process.env;
  const nothing = new Uint8Array();
  const own = INBOX_TEST_EXECUTABLE ? await Bun.file(INBOX_TEST_EXECUTABLE).bytes() : nothing;
  const systems = targets.map((one) => systemEntries(one, one === here ? own : nothing, texts));
  registry = await registryOf([programEntries(texts), ...systems]);
  await npm('install', '--global', '--prefix', prefix, '--ignore-scripts', program);
}, TIMEOUT_MS);
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  removeDirectory(place);
});

/** INBOX_TEST_NODE is another version. `bun run` has a folder in the PATH in which Bun is called node. */
function realNode(): string {
  const { INBOX_TEST_NODE } = process.env;
  if (INBOX_TEST_NODE) return INBOX_TEST_NODE;
  const found = `${process.env.PATH}`.split(':').map((folder) => join(folder, 'node'));
  const isNode = (path: string) =>
    existsSync(path) &&
    Bun.spawnSync([path, '-p', '"bun" in process.versions']).stdout.toString() === 'false\n';
  return found.find(isNode) ?? 'node';
}

const settings = () => ({
  PATH: bin,
  HOME: place,
  // Root would use the machine's.
  INBOX_DATA: join(place, 'data'),
  INBOX_PORT: '0',
  npm_config_registry: registry.url,
});

function start(words: string[], more: Record<string, string> = {}) {
  const cwd = join(place, 'empty');
  mkdirSync(cwd, { recursive: true });
  const child = Bun.spawn(words, {
    cwd,
    env: { ...settings(), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    // In a group of its own, as a shell starts it.
    detached: true,
  });
  ends.push(() => endGroup(child.pid));
  return child;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

async function run(words: string[], more: Record<string, string> = {}) {
  const child = start(words, more);
  return outcomeOf(child);
}

async function npm(...args: string[]): Promise<void> {
  const ran = await run(['npm', ...args]);
  if (ran.code !== 0) throw new Error(`npm ${args.join(' ')}:\n${ran.out}${ran.err}`);
}

/** Starts a command that serves, and waits until it answers; `pid` is the inbox itself. */
async function serving(words: string[]) {
  const data = mkdtempSync(join(place, 'data-'));
  const child = start(words, { INBOX_DATA: data });
  const { url, pid } = await eventually(() => findRun(data));
  const { version } = (await (await fetch(`${url}/health`)).json()) as { version: string };
  expect(version).toBe(pkg.version);
  const hasStopped = () => findRun(data) === null && !isAlive(pid);
  return { child, pid, hasStopped };
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`) && !isZombie(pid);
const isZombie = (pid: number) => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

built(
  'serves from an empty directory by npx, on a machine with Node alone, until Ctrl-C',
  async () => {
    const { child, hasStopped } = await serving(['npx', '--yes', program, 'serve']);
    process.kill(-child.pid, 'SIGINT');
    await child.exited;
    await eventually(hasStopped);
  },
  TIMEOUT_MS,
);

built('installs a command and its manual page without running a script', async () => {
  const { code, out } = await run([command, '--version']);
  expect([code, out]).toEqual([0, `${pkg.version}\n`]);
  expect(existsSync(join(prefix, 'share/man/man1/inbox.1'))).toBe(true);
  expect((await run([command, 'nonsense'])).code).toBe(2);
});

test.each(targets)('npm takes one executable on $name', async (target) => {
  const { os, cpu, libc } = target.npm;
  const folder = join(place, target.name);
  const system = [`--os=${os}`, `--cpu=${cpu}`, ...(libc ? [`--libc=${libc}`] : [])];
  await npm('install', '--prefix', folder, '--ignore-scripts', ...system, program);
  const found = new Bun.Glob('node_modules/@*/*').scanSync({ cwd: folder, onlyFiles: false });
  expect([...found]).toEqual([join('node_modules', systemPackage(target))]);
});

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
  built(`stops the inbox by ${signal}, and ends with its code`, async () => {
    const { child, hasStopped } = await serving([command, 'serve']);
    child.kill(signal);
    expect([await child.exited, child.signalCode, hasStopped()]).toEqual([0, null, true]);
  });
}

built('ends by the signal that has killed the inbox', async () => {
  const { child, pid } = await serving([command, 'serve']);
  process.kill(pid, 'SIGKILL');
  await child.exited;
  expect(child.signalCode).toBe('SIGKILL');
});

test(
  'says what to do without the optional package, and runs what INBOX_BINARY names',
  async () => {
    const other = join(place, 'without');
    await npm('install', '--prefix', other, '--omit=optional', program);
    const inbox = [join(other, 'node_modules/.bin/inbox'), 'list', '--all'];
    const missing = here ? systemPackage(here) : '';
    const why = `The optional package ${missing} is not installed`;
    const mend = 'install again with --include=optional, or set INBOX_BINARY to an executable';
    expect(await run(inbox)).toEqual({ code: 1, out: '', err: `inbox: ${why}: ${mend}.\n` });
    const own = join(place, 'own');
    await Bun.write(own, '#!/bin/sh\necho "$* $INBOX_BINARY"; exit 7\n');
    expect(await run(inbox, { INBOX_BINARY: own })).toEqual({
      code: 1,
      out: '',
      err: `inbox: ${own} cannot be run (EACCES): set INBOX_BINARY to an executable, or unset it.\n`,
    });
    chmodSync(own, 0o755);
    const ran = await run(inbox, { INBOX_BINARY: own });
    expect(ran).toEqual({ code: 7, out: 'list --all \n', err: '' });
  },
  TIMEOUT_MS,
);

test('says on a system without an executable that it has to be built', async () => {
  const preload = join(place, 'other.cjs');
  await Bun.write(preload, "Object.defineProperty(process, 'arch', { value: 'riscv64' });\n");
  const { code, err } = await run(['node', '--require', preload, command]);
  expect(code).toBe(1);
  expect(err).toMatch(/^inbox: There is no executable for \w+-riscv64: build one [^\n]+\n$/);
});

test.skipIf(process.platform !== 'linux')(
  'takes the executable of its own C library where both packages are',
  async () => {
    const modules = join(place, 'both/node_modules');
    const both = targets.filter(({ npm: { os, cpu } }) => os === 'linux' && cpu === process.arch);
    const bytes = (text: string) => new TextEncoder().encode(`#!/bin/sh\necho ${text}\n`);
    const unpack = (name: string, entries: Entry[]) => {
      const inside = entries.map((one) => ({ ...one, path: one.path.replace(/^package\//, '') }));
      writeFolder(join(modules, name), inside);
    };
    unpack(program, programEntries(texts));
    for (const one of both) {
      unpack(systemPackage(one), systemEntries(one, bytes(`${one.npm.libc}`), texts));
    }
    const { out } = await run(['node', join(modules, program, 'inbox.cjs')]);
    expect(out).toBe('glibc\n');
  },
);
