/**
 * Runs pinned clients of others against the built executable, where no network is but loopback: coding agents with a
 * scripted model, and the SDKs of MCP. `bun run clients [word]… [--short]` runs each case whose line has all words;
 * `--short` leaves out those that take ten minutes. What a client did and what the record says must agree.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ofAgents } from './clients/agents.ts';
import type { Case, Outcome } from './clients/case.ts';
import { startInbox, type TestInbox } from './clients/inbox.ts';
import { ofSdks } from './clients/sdks/cases.ts';

const INSIDE = 'INBOX_CLIENTS_INSIDE';
const SHORT = '--short';
const executable = join(import.meta.dir, '../dist/inbox');

const given = process.argv.slice(2);
const words = given.filter((word) => word !== SHORT).map((word) => word.toLowerCase());
const chosen = [...ofAgents, ...ofSdks].filter(
  ({ title, isLong }) =>
    words.every((word) => title.toLowerCase().includes(word)) && !(isLong && given.includes(SHORT)),
);
if (process.env[INSIDE]) process.exitCode = await runCases();
else {
  if (!existsSync(executable)) throw new Error('dist/inbox is missing: run `bun run build` first');
  for (const install of new Set(chosen.map((one) => one.install))) install();
  process.exitCode = runInside();
}

/** Runs this script again in a network namespace of its own. */
function runInside(): number {
  const isRoot = process.getuid?.() === 0;
  const unshare = ['unshare', '--net', ...(isRoot ? [] : ['--user', '--map-root-user'])];
  if (Bun.spawnSync([...unshare, 'true']).exitCode !== 0) {
    throw new Error(
      `\`${unshare.join(' ')}\` failed: a network namespace needs Linux, and root or user namespaces`,
    );
  }
  const command = ['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'];
  const env = { ...process.env, [INSIDE]: '1', INBOX_TEST_EXECUTABLE: executable };
  return Bun.spawnSync([...unshare, ...command, process.execPath, import.meta.path, ...given], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exitCode;
}

type Ran = Outcome & { title: string };

/** Long cases run all at the same time, beside the others, which may kill their inbox. */
async function runCases(): Promise<number> {
  await using inbox = await startInbox();
  await using quiet = await startInbox();
  const long = chosen.filter(({ isLong }) => isLong).map((one) => ran(one, quiet));
  const outcomes: Ran[] = [];
  for (const one of chosen.filter(({ isLong }) => !isLong)) outcomes.push(await ran(one, inbox));
  outcomes.push(...(await Promise.all(long)));
  const wrong = outcomes.filter(({ failure }) => failure !== null);
  console.log(`\n${outcomes.length} cases, ${wrong.length} in which client and record disagree`);
  for (const outcome of wrong) console.log(rowOf(outcome));
  return wrong.length > 0 || outcomes.length === 0 ? 1 : 0;
}

async function ran({ title, run }: Case, inbox: TestInbox): Promise<Ran> {
  const outcome = { title, ...(await run(inbox)) };
  console.log(rowOf(outcome));
  if (outcome.failure !== null) console.log(outcome.failure);
  return outcome;
}

function rowOf({ title, did, record, failure }: Ran): string {
  return `| ${failure === null ? 'ok' : 'NO'} | ${title} | ${did} | ${record} |`;
}
