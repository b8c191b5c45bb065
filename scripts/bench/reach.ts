/**
 * The time from a question until its notices reach a provider, and what they cost: `bun run bench
 * reach`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import { type PlannedPerson, plan } from '../../src/core/notify/plan.ts';
import { NO_ATTENTION } from '../../src/core/notify/schema.ts';
import { findRun } from '../../src/run-file.ts';
import { CRITICAL_OF_A_CHANNEL, openWithPeople } from './reach/people.ts';
import { openProvider } from './reach/provider.ts';
import { cpuMs } from './support/process.ts';
import { quantile, report, reportMachine } from './support/report.ts';
import { postTo, startChild } from './support/server.ts';

const ASKS_PER_SECOND = 50;
const SECONDS = Number(process.env.BENCH_REACH_SECONDS ?? 10);
const GOAL_MS = 50;
/** How long questions are gathered. */
const GATHERS_MS = 20_000;
/** Questions this far apart are not gathered. */
const APART_MS = 61_000;

reportMachine();
timePlan();
await timeAsking();
await timeArrivals();
await timeGathered();
await probeThousand();

/** Times the plan for 20 people with three contacts each. */
function timePlan(): void {
  const turns = 20_000;
  const contact = {
    kind: 'ntfy',
    from: 'low',
    delaySeconds: null,
    isBusy: false,
    isAlarmed: false,
    isFailing: false,
  } as const;
  const people = Array.from({ length: 20 }, (_, at): PlannedPerson => {
    const contacts = ['a', 'b', 'c'].map((id) => ({ ...contact, id: `${at}${id}` }));
    return { id: `${at}`, attention: NO_ATTENTION, isPresent: false, contacts };
  });
  const question = {
    urgency: 'high',
    lowered: false,
    expiresAtMs: 3_600_000,
    people: null,
    afterSeconds: 0,
    steps: [],
  } as const;
  const begun = performance.now();
  for (let turn = 0; turn < turns; turn++) plan(question, people, 0);
  const micros = ((performance.now() - begun) * 1000) / turns;
  report('plan() for 20 people and 60 contacts', micros, 'µs', { atMost: 50 });
}

/** Times 60 notices beside a question that is not gathered, in this process, from the call to the disk. */
async function timeAsking(): Promise<void> {
  const without = await askingMs(0);
  const ms = (await askingMs(3)) - without;
  report('CPU time that 60 notices add to a question', ms, 'ms', { atMost: 1.5 });
}

async function askingMs(contacts: number): Promise<number> {
  const turns = 500;
  const data = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;
  const { inbox, ask } = await openWithPeople(data, 20, contacts, { now });
  const askLater = async () => {
    aheadMs += APART_MS;
    await ask();
  };
  for (let turn = 0; turn < 100; turn++) await askLater();
  const before = process.cpuUsage();
  for (let turn = 0; turn < turns; turn++) await askLater();
  const { user, system } = process.cpuUsage(before);
  await inbox.close();
  rmSync(data, { recursive: true });
  return (user + system) / 1000 / turns;
}

type Reached = Awaited<ReturnType<typeof startReached>>;

async function startReached(people: number, contacts: number, channels = 1) {
  const data = mkdtempSync(join(tmpdir(), 'inbox-bench-'));
  const { inbox, channelIds } = await openWithPeople(data, people, contacts, { channels });
  await inbox.close();
  let asked = 0;
  const provider = openProvider();
  const env = { INBOX_NTFY_URL: provider.url };
  const child = await startChild(join(import.meta.dir, 'reach/server.ts'), data, env);
  const key = findRun(data)?.token ?? '';
  return {
    ...child,
    provider,
    async ask(urgency: string): Promise<string> {
      const channelId = channelIds[Math.floor(asked++ / CRITICAL_OF_A_CHANNEL) % channels];
      const body = { channelId, text: 'Deploy?', review: { type: 'approval', urgency } };
      const url = `${child.url}/api/v1/messages`;
      return (await postTo<Message>(url, body, { 'x-api-key': key })).id;
    },
    async [Symbol.asyncDispose]() {
      await child.stop();
      provider.close();
      rmSync(data, { recursive: true });
    },
  };
}

/** From the answer to the question until each notice arrives. */
async function timeArrivals(): Promise<void> {
  const count = ASKS_PER_SECOND * SECONDS;
  const channels = Math.ceil((50 + count) / CRITICAL_OF_A_CHANNEL);
  await using reached = await startReached(20, 1, channels);
  await askSteadily(reached, 50);
  await reached.provider.has(50 * 20);
  const before = cpuMs(reached.pid);
  const answeredAt = await askSteadily(reached, count);
  await reached.provider.has((50 + count) * 20);
  const cpu = (cpuMs(reached.pid) - before) / count;
  const took = [...answeredAt].flatMap(([id, at]) =>
    (reached.provider.arrived.get(id) ?? []).map((arrivedAt) => Math.max(0, arrivedAt - at)),
  );
  report('p50 from a question to its notice', quantile(took, 0.5), 'ms', { atMost: GOAL_MS });
  report('p99 from a question to its notice', quantile(took, 0.99), 'ms', { atMost: GOAL_MS });
  report('CPU time of a question with 20 notices that are sent', cpu, 'ms');
}

/** Times a burst of normal questions: three to each person, and the count of the others 20 s later. */
async function timeGathered(): Promise<void> {
  await using reached = await startReached(20, 1);
  const took: number[] = [];
  let fourthAt = 0;
  const ids = new Set<string>();
  for (let at = 0; at < 10; at++) {
    if (at === 3) fourthAt = performance.now();
    const id = await reached.ask('normal');
    const answeredAt = performance.now();
    ids.add(id);
    if (at >= 3) continue;
    await reached.provider.has((at + 1) * 20);
    for (const arrivedAt of reached.provider.arrived.get(id) ?? [])
      took.push(arrivedAt - answeredAt);
  }
  await reached.provider.has(4 * 20);
  report('longest from one of three questions to its notice', Math.max(...took), 'ms', {
    atMost: GOAL_MS,
  });
  const gathered = [...reached.provider.arrived].filter(([id]) => !ids.has(id));
  const late = gathered.map(([, [at = 0]]) => at - fourthAt - GATHERS_MS);
  report('longest delay of a notice that gathers', Math.max(...late), 'ms', { atMost: GOAL_MS });
}

/** When each question was answered, by its id. */
async function askSteadily({ ask }: Reached, count: number): Promise<Map<string, number>> {
  const answeredAt = new Map<string, number>();
  const begun = performance.now();
  const asking: Promise<void>[] = [];
  for (let at = 0; at < count; at++) {
    await Bun.sleep(Math.max(0, begun + (at * 1000) / ASKS_PER_SECOND - performance.now()));
    asking.push(ask('critical').then((id) => void answeredAt.set(id, performance.now())));
  }
  await Promise.all(asking);
  return answeredAt;
}

/** How long other requests take while a question is sent to 1,000 contacts. */
async function probeThousand(): Promise<void> {
  await using reached = await startReached(50, 20);
  const took: number[] = [];
  const url = `${reached.url}/api/v1/health`;
  let isOver = false;
  const probing = (async () => {
    while (!isOver) {
      const at = performance.now();
      await (await fetch(url)).text();
      took.push(performance.now() - at);
      await Bun.sleep(2);
    }
  })();
  for (let asked = 1; asked <= 5; asked++) {
    await reached.ask('high');
    await reached.provider.has(asked * 1000);
  }
  isOver = true;
  await probing;
  report('longest probe while 1,000 contacts are notified', Math.max(...took), 'ms', {
    atMost: GOAL_MS,
  });
}
