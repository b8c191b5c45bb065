#!/usr/bin/env node
// Runs the inbox's executable: npm installs one package of it for each system, as an optional dependency.
const { spawn } = require('node:child_process');
const { accessSync, constants: modes } = require('node:fs');
const { constants } = require('node:os');
const { optionalDependencies } = require('./package.json');

const { INBOX_BINARY, ...env } = process.env;

const file = INBOX_BINARY || installed();
if (file && canRun(file)) run(file, process.argv.slice(2));

function installed() {
  const system = `${process.platform}-${process.arch}${hasMusl() ? '-musl' : ''}`;
  const name = Object.keys(optionalDependencies).find((one) => one.endsWith(`/${system}`));
  if (!name) {
    const why = `There is no executable for ${system}`;
    return refuse(`${why}: build one from the sources, and set INBOX_BINARY to its path.`);
  }
  try {
    return require.resolve(`${name}/bin/inbox${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    const why = `The optional package ${name} is not installed`;
    return refuse(
      `${why}: install again with --include=optional, or set INBOX_BINARY to an executable.`,
    );
  }
}

/** Both packages may be here: older versions of npm do not tell them apart. */
function hasMusl() {
  if (process.platform !== 'linux') return false;
  process.report.excludeNetwork = true;
  return !process.report.getReport().header.glibcVersionRuntime;
}

function canRun(path) {
  try {
    accessSync(path, modes.X_OK);
    return true;
  } catch ({ code }) {
    const mend = INBOX_BINARY ? 'set INBOX_BINARY to an executable, or unset it' : 'install again';
    return refuse(`${path} cannot be run (${code}): ${mend}.`);
  }
}

function run(path, args) {
  // Then nothing stays in between; neither Windows nor Node before 22.15 can do so.
  if (process.execve && process.platform !== 'win32') process.execve(path, [path, ...args], env);
  const child = spawn(path, args, { stdio: 'inherit', env });
  // A terminal sends some of them to the child as well: the inbox takes the same signal for one.
  for (const signal of ['SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGTERM', 'SIGUSR1', 'SIGUSR2']) {
    process.on(signal, () => child.kill(signal));
  }
  child.on('error', ({ message }) => refuse(`${path} cannot be run (${message}).`));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
    if (!signal) return;
    // By the signal, not by the code: only then does a loop of a shell end.
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

function refuse(sentence) {
  console.error(`inbox: ${sentence}`);
  process.exitCode = 1;
}
