/** Tools of others that read the interface's document. They come from PyPI and npm, only when asked for. */
import { test } from 'bun:test';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const home = join(import.meta.dir, '../../../node_modules/.cache/outsiders');
const python = join(home, 'python');
const npm = join(home, 'npm');

/** Each with the version that it was tried with. */
const wheels = ['schemathesis==4.32.5', 'openapi-python-client==0.29.1'];
const packages = [
  'openapi-typescript@7.13.0',
  'openapi-fetch@0.17.0',
  '@hey-api/openapi-ts@0.95.0',
  // The newest that both generators run with.
  'typescript@5.9.3',
];

export const bin = {
  python: (name: string) => join(python, 'bin', name),
  npm: (name: string) => join(npm, 'node_modules/.bin', name),
};
export const modules = join(npm, 'node_modules');

/**
 * `test` if the flag is set and the tools are available; otherwise it is skipped, and its name says
 * why.
 */
export function withOutsiders(flag: string, from: 'PyPI' | 'npm', ...rest: Test): void {
  const [promise, body, timeout] = rest;
  const why = process.env[flag] ? bring(from) : `set ${flag}`;
  if (why === undefined) test(promise, body, timeout);
  else test.skip(`${promise} (NOT TESTED HERE: ${why})`, body);
}

type Test = [promise: string, body: () => Promise<void>, timeout: { timeout: number }];

/** Installs the tools; returns the reason if that fails. */
function bring(from: 'PyPI' | 'npm'): string | undefined {
  mkdirSync(home, { recursive: true });
  return from === 'PyPI' ? bringWheels() : bringPackages();
}

function bringWheels(): string | undefined {
  if (isDone(python, wheels)) return undefined;
  const python3 = Bun.which('python3');
  if (python3 === null) return 'python3 is missing';
  rmSync(python, { recursive: true, force: true });
  return (
    failureOf([python3, '-m', 'venv', python]) ??
    failureOf([bin.python('pip'), 'install', '-q', '--disable-pip-version-check', ...wheels]) ??
    done(python, wheels)
  );
}

function bringPackages(): string | undefined {
  if (isDone(npm, packages)) return undefined;
  const found = Bun.which('npm');
  if (found === null) return 'npm is missing';
  rmSync(npm, { recursive: true, force: true });
  mkdirSync(npm);
  const options = ['--no-audit', '--no-fund', '--loglevel=error'];
  return (
    failureOf([found, 'install', '--prefix', npm, ...options, ...packages]) ?? done(npm, packages)
  );
}

const markOf = (folder: string, names: string[]) =>
  join(folder, `has-${Bun.hash(names.join()).toString(36)}`);
const isDone = (folder: string, names: string[]) => existsSync(markOf(folder, names));

function done(folder: string, names: string[]): undefined {
  mkdirSync(markOf(folder, names));
}

function failureOf(command: string[]): string | undefined {
  const { success, stderr } = Bun.spawnSync(command, { stdout: 'ignore', stderr: 'pipe' });
  if (success) return undefined;
  const lines = stderr.toString().trim().split('\n');
  return `${command.slice(0, 3).join(' ')} failed: ${lines.at(-1)}`;
}

/** Returns its output; throws with all of that where it fails. */
export async function run(command: string[], cwd: string, env = {}): Promise<string> {
  const path = `${join(python, 'bin')}:${process.env.PATH}`;
  const child = Bun.spawn(command, {
    cwd,
    env: { ...process.env, PATH: path, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) === 0) return out;
  throw new Error(`${command.join(' ')}\n${out}\n${errors}`);
}
