// Runs the steps of CI: one after another, a line each, until one fails. `--no-test` leaves out a
// step.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dir, '..');

for (const step of ['lint', 'types', 'test', 'build', 'smoke']) {
  if (process.argv.includes(`--no-${step}`)) continue;
  process.stdout.write(`${step} … `);
  const startedAt = performance.now();
  const { exitCode, output } = await runScript(step);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(exitCode === 0 ? `${seconds} s` : `failed after ${seconds} s\n\n${output}`);
  if (exitCode !== 0) process.exit(1);
}

function runScript(name: string) {
  const child = spawn(process.execPath, ['run', '--silent', name], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const collect = (text: string) => {
    output += text;
  };
  child.stdout.setEncoding('utf8').on('data', collect);
  child.stderr.setEncoding('utf8').on('data', collect);
  return new Promise<{ exitCode: number; output: string }>((resolve) => {
    child.on('close', (code) => resolve({ exitCode: code ?? 1, output }));
  });
}
