import { expect, test } from 'bun:test';
import { cpSync, mkdirSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';

const root = join(import.meta.dir, '../..');

test('npm start asks no registry for installed packages, even after a checkout', () => {
  const copy = temporaryDirectory();
  for (const name of ['scripts', 'package.json', 'bun.lock']) {
    cpSync(join(root, name), join(copy, name), { recursive: true });
  }
  mkdirSync(join(copy, 'node_modules'));
  symlinkSync(join(root, '.bun'), join(copy, '.bun'));
  cpSync(join(root, 'node_modules/.installed'), join(copy, 'node_modules/.installed'));
  const env = {
    PATH: `${process.env.PATH}`,
    HOME: copy,
    npm_config_registry: 'http://127.0.0.1:1',
  };
  const start = () => {
    const command = ['node', 'scripts/with-bun.mjs', '-e', 'console.log("started")'];
    const { stdout, stderr } = Bun.spawnSync(command, { cwd: copy, env });
    return `${stdout}${stderr}`;
  };
  expect(start()).toBe('started\n');
  // As git leaves it when a branch with another lock was looked at in between.
  const later = new Date(Date.now() + 60_000);
  utimesSync(join(copy, 'bun.lock'), later, later);
  expect(start()).toBe('started\n');
  removeDirectory(copy);
});
