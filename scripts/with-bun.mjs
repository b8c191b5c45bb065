// Runs bun with the given arguments, after fetching bun and the packages if they are missing. Plain
// JavaScript: it runs under node and under any bun, before anything is installed.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBun } from './find-bun.mjs';
import { installBun, installPackages } from './install.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

try {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = packageManager.replace('bun@', '');
  const bun = findBun(root, version) ?? installBun(root, version);
  installPackages(root, bun);
  run(bun, process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

function run(bun, args) {
  process.env.PATH = dirname(bun) + delimiter + process.env.PATH;
  const child = spawn(bun, args, { cwd: root, stdio: 'inherit' });

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // Ctrl-C in a terminal has reached the child already; a second one could mean "stop
      // immediately".
      const sentByTerminal = signal === 'SIGINT' && process.stdin.isTTY;
      if (!sentByTerminal) child.kill(signal);
    });
  }
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
