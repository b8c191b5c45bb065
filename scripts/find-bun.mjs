import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const binary = process.platform === 'win32' ? 'bun.exe' : 'bun';

/**
 * Returns the path of a bun of exactly this version: on PATH, the running one, or the one under
 * .bun/.
 */
export function findBun(root, version) {
  const candidates = [...bunsOnPath(), ...runningBun(), ...fetchedBuns(root)];
  return candidates.find((bun) => versionOf(bun) === version);
}

function bunsOnPath() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.map((folder) => join(folder, binary)).filter((path) => existsSync(path));
}

function runningBun() {
  return process.versions.bun ? [join(dirname(process.execPath), binary)] : [];
}

// The real binary is in the package of its platform; an install script puts the one in the package
// `bun` there, which npm may refuse to run.
function fetchedBuns(root) {
  const packages = join(root, '.bun', 'node_modules', '@oven');
  if (!existsSync(packages)) return [];
  return readdirSync(packages).map((name) => join(packages, name, 'bin', binary));
}

// Also undefined for a build for another libc or processor, which does not start here.
function versionOf(bun) {
  return spawnSync(bun, ['--version'], { encoding: 'utf8' }).stdout?.trim();
}
