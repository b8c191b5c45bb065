import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBun } from './find-bun.mjs';

/** Fetches bun into .bun/ and returns its path. */
export function installBun(root, version) {
  for (const name of process.arch === 'x64' ? ['bun', baselineBun()] : ['bun']) {
    console.error(`Installing ${name} ${version} from the npm registry into .bun/`);
    fetchPackage(join(root, '.bun'), `${name}@${version}`);
    const bun = findBun(root, version);
    if (bun) return bun;
  }
  throw new Error(`Bun ${version} has no build that runs on this machine.`);
}

/** Installs the packages of bun.lock, if it has changed since the last time. */
export function installPackages(root, bun) {
  const lock = join(root, 'bun.lock');
  const stamp = join(root, 'node_modules', '.installed');
  const digest = createHash('sha256').update(readFileSync(lock)).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return;

  console.error('Installing the packages of bun.lock into node_modules/');
  execute('The packages of bun.lock', bun, ['install', '--frozen-lockfile'], root);
  writeFileSync(stamp, digest);
}

/** The build for old processors, which the package `bun` does not include. */
function baselineBun() {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  return `@oven/bun-${system}-x64-baseline`;
}

function fetchPackage(folder, spec) {
  mkdirSync(folder, { recursive: true });
  // Without a package.json in it, npm would install into the project above.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--no-save', '--ignore-scripts', spec];
  if (process.versions.bun) {
    execute(spec, process.execPath, ['add', ...options], folder);
  } else {
    const npmOptions = ['--prefix', folder, '--include=optional', '--fetch-retry-mintimeout=1000'];
    execute(spec, 'npm', ['install', ...npmOptions, ...options], folder);
  }
}

function execute(subject, command, args, cwd) {
  // npm is a batch file on Windows, which only a shell can run.
  const shell = command === 'npm' && process.platform === 'win32';
  const { status, error, stderr } = spawnSync(command, args, { cwd, shell, encoding: 'utf8' });
  if (status === 0) return;
  const reason = error?.message ?? stderr.split('\n').find((line) => /error/i.test(line));
  throw new Error(`${subject} could not be installed (${reason}); is this machine online?`);
}
