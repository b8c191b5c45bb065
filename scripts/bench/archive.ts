/**
 * The time from the archive to a first answer: once unpacked, each turn starts the executable for
 * an empty inbox, sends a question, and answers it. `npm run release -- --only linux-x64`, then
 * `bun run bench archive`.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRun } from '../../src/run-file.ts';
import { archiveName } from '../release/contents.ts';
import { targets } from '../release/targets.ts';
import { quantile, report, reportMachine } from './support/report.ts';

const TURNS = 7;
const [target] = targets.filter(({ name }) => name === `linux-${process.arch}`);
const name = target ? archiveName(target) : '';
const archive = join(import.meta.dir, '../../dist/release', `${name}.tar.gz`);
if (!existsSync(archive)) {
  console.log(
    `There is no ${archive}: \`npm run release -- --only linux-${process.arch}\` makes it`,
  );
  process.exit(1);
}

reportMachine();
const folder = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
Bun.spawnSync(['tar', 'xzf', archive, '-C', folder]);
const executable = join(folder, name, 'inbox');
// The first turn reads the executable from the disk, as for a new user.
const first = await firstAnswer(join(folder, 'first'));
const turns = [first];
for (let turn = 1; turn < TURNS; turn++) turns.push(await firstAnswer(join(folder, `${turn}`)));
rmSync(folder, { recursive: true });

const total = ({ startMs, messageMs, answerMs }: typeof first) => startMs + messageMs + answerMs;
const median = (figure: (turn: typeof first) => number) => quantile(turns.map(figure), 0.5);
report(
  'cold start, median',
  median(({ startMs }) => startMs),
  'ms',
);
report(
  'first message by command, median',
  median(({ messageMs }) => messageMs),
  'ms',
);
report(
  'first answer by command, median',
  median(({ answerMs }) => answerMs),
  'ms',
);
report('all three, right after unpacking', total(first), 'ms', { atMost: 2000 });
report('all three, median', median(total), 'ms', { atMost: 2000 });

async function firstAnswer(data: string) {
  const inbox = async (...args: string[]) => {
    const child = Bun.spawn([executable, ...args, '--data', data], { stderr: 'ignore' });
    const printed = await new Response(child.stdout).text();
    if ((await child.exited) !== 0) throw new Error(`inbox ${args.join(' ')} failed`);
    return printed.trim();
  };
  const began = performance.now();
  const server = Bun.spawn([executable, 'serve', '--data', data, '--port', '0'], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  while (!findRun(data)) await Bun.sleep(1);
  const started = performance.now();
  await inbox('channel', 'create', 'deploys');
  const id = await inbox('ask', 'approve', 'Deploy?', '-c', 'deploys');
  const asked = performance.now();
  await inbox('answer', id, '--option', 'approve');
  await inbox('wait', id);
  const answered = performance.now();
  server.kill();
  await server.exited;
  return { startMs: started - began, messageMs: asked - started, answerMs: answered - asked };
}
