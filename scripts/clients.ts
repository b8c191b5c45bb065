/**
 * Runs the pinned coding agents against the built executable and a scripted model, where no network is but loopback:
 * `bun run clients [word]…`, of which each case must have all. What an agent did and what the record says must agree.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { clients } from '../src/agents/clients.ts';
import { type Case, cases, touch } from './clients/cases.ts';
import { startInbox, type TestInbox } from './clients/inbox.ts';
import { installClients, versions } from './clients/installed.ts';
import { startSession } from './clients/session.ts';

const INSIDE = 'INBOX_CLIENTS_INSIDE';
const executable = join(import.meta.dir, '../dist/inbox');

const words = process.argv.slice(2);
if (process.env[INSIDE]) process.exitCode = await runCases();
else {
  if (!existsSync(executable)) throw new Error('dist/inbox is missing: run `bun run build` first');
  installClients();
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
  return Bun.spawnSync([...unshare, ...command, process.execPath, import.meta.path, ...words], {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  }).exitCode;
}

type Outcome = { title: string; did: string; record: string; failure: string | null };

async function runCases(): Promise<number> {
  await using inbox = await startInbox();
  const outcomes: Outcome[] = [];
  for (const one of cases) {
    const title = `${clients[one.client].label} ${versions[one.client]}, ${one.how}: ${one.name}`;
    if (!words.every((word) => title.toLowerCase().includes(word.toLowerCase()))) continue;
    const outcome = { title, ...(await run(one, inbox)) };
    outcomes.push(outcome);
    console.log(rowOf(outcome));
    if (outcome.failure !== null) console.log(outcome.failure);
  }
  const wrong = outcomes.filter(({ failure }) => failure !== null);
  console.log(`\n${outcomes.length} cases, ${wrong.length} in which agent and record disagree`);
  for (const outcome of wrong) console.log(rowOf(outcome));
  return wrong.length > 0 || outcomes.length === 0 ? 1 : 0;
}

function rowOf({ title, did, record, failure }: Outcome): string {
  return `| ${failure === null ? 'ok' : 'NO'} | ${title} | ${did} | ${record} |`;
}

async function run(one: Case, inbox: TestInbox): Promise<Omit<Outcome, 'title'>> {
  const { client, how, more, server } = one;
  const before = await server?.(inbox);
  const script = [touch(client)];
  const url = before?.url ?? inbox.url;
  const session = await startSession(inbox, { client, how, script, url, ...more });
  let failure: string | null = null;
  try {
    await one.act(session, inbox);
  } catch (error) {
    failure = `${(error as Error).message}\n${session.screen().trim()}`;
  }
  const ran = session.ran();
  const read = session.model.results().join(' · ').replaceAll(/\s+/g, ' ');
  const record = await session.record();
  await session.stop();
  await before?.stop();
  if (ran !== one.ran) failure ??= `it must ${one.ran ? '' : 'not '}have run its command`;
  if (one.model && !one.model.test(read)) failure ??= `the model must have read ${one.model}`;
  const agrees =
    record.length === one.record.length &&
    one.record.every((expected, index) => expected.test(record[index] ?? ''));
  if (!agrees) failure ??= `the record must be ${one.record.join('; ') || 'empty'}`;
  const did = `${ran ? 'ran it' : 'did not run it'}${read === '' ? '' : `, read “${cut(read)}”`}`;
  return { did, record: record.join('; ') || 'nothing', failure };
}

function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
