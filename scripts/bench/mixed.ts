/**
 * 1,000 sends, 300 lists and 200 answers a second, with 5,000 waiting polls and 1,000 sockets, for
 * 30 seconds: `bun run bench mixed`, or for some minutes: `bun run bench mixed 30`.
 */
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import { follow } from './mixed/sockets.ts';
import { createAsker, createWaiters } from './mixed/traffic.ts';
import { getRequest } from './support/connection.ts';
import { jsonRequest } from './support/load.ts';
import { cpuMs, residentBytes } from './support/process.ts';
import { quantile, report, reportMachine } from './support/report.ts';
import { startInbox } from './support/server.ts';

const A_SECOND = { sends: 1000, lists: 300, answers: 200 };
const [WAITERS, SOCKETS, CHANNELS] = [5000, 1000, 100];
const TICK_MS = 10;
const MIB = 1024 * 1024;
const minutes = Number(process.argv[2] ?? 0.5);

reportMachine();
const inbox = await startInbox();
try {
  await bench();
} finally {
  await inbox.stop();
}

async function bench(): Promise<void> {
  const channels: string[] = [];
  for (let at = 0; at < CHANNELS; at++) {
    channels.push((await inbox.post<Agent>('/agents', { name: `bench ${at}` })).id);
  }
  const { key } = await inbox.post<NewKey>('/keys', { name: 'bench' });
  const agent = { 'x-api-key': key };
  const asker = await createAsker(inbox.url, 64);
  const channelOf = (n: number) => channels[n % CHANNELS] ?? '';
  const send = (n: number, more: object) =>
    jsonRequest('/api/v1/messages', agent, { channelId: channelOf(n), ...more });
  const waiters = await createWaiters(inbox.url, WAITERS, {
    ask: async (n) => {
      const { body } = await asker.ask('sends', send(n, { review: { type: 'approval' } }));
      return { id: (JSON.parse(body) as { id: string }).id, channelId: channelOf(n) };
    },
    wait: ({ id, channelId }) =>
      getRequest(`/api/v1/reviews/${id}/wait?channel=${channelId}&timeout=30000`, agent),
  });
  const received = await follow(inbox.url, key, SOCKETS, channelOf);
  asker.forget();

  const resident: number[] = [];
  const sampling = setInterval(() => resident.push(residentBytes(inbox.pid) / MIB), 1000);
  const startedAt = performance.now();
  const cpuBefore = { server: cpuMs(inbox.pid), clients: cpuMs(process.pid) };
  const done = { sends: 0, lists: 0, answers: 0 };
  const response = { response: { selectedOption: 'approve' } };
  const one = {
    // As many of the sends are reviews as are answered: the waiters send those.
    sends: (n: number) =>
      n % 5 === 0 || void asker.ask('sends', send(n, { text: `Deployed build ${n}` })),
    lists: (n: number) =>
      void asker.ask('lists', getRequest(`/api/v1/messages?channel=${channelOf(n)}`, agent)),
    answers: () => {
      const id = waiters.next();
      const path = `/api/v1/reviews/${id}/respond`;
      if (id) void asker.ask('answers', jsonRequest(path, inbox.owner, response));
    },
  };
  while (performance.now() - startedAt < minutes * 60_000) {
    const seconds = (performance.now() - startedAt) / 1000;
    for (const name of ['sends', 'lists', 'answers'] as const) {
      for (; done[name] < seconds * A_SECOND[name]; done[name]++) one[name](done[name]);
    }
    await Bun.sleep(TICK_MS);
  }
  await asker.idle();
  clearInterval(sampling);
  const seconds = (performance.now() - startedAt) / 1000;
  const share = (pid: number, before: number) => Math.round((cpuMs(pid) - before) / 10 / seconds);
  const { server, clients } = cpuBefore;
  console.log(
    `CPU of a core: server ${share(inbox.pid, server)} %, clients ${share(process.pid, clients)} %`,
  );
  for (const [name, ms] of Object.entries(asker.tookMs)) {
    const p50 = quantile(ms, 0.5).toFixed(1);
    console.log(`${name}: ${Math.round(ms.length / seconds)}/s, p50 ${p50} ms`);
    report(`  p99`, quantile(ms, 0.99), 'ms', { atMost: 50 });
  }
  console.log(
    `waiters woken: ${Math.round(waiters.woken() / seconds)}/s, events heard: ${Math.round(received() / seconds)}/s`,
  );
  report('errors', asker.failed() + waiters.failed(), '', { atMost: 0 });
  report('memory at most', Math.max(...resident), 'MiB', { atMost: 300 });
  const third = Math.ceil(resident.length / 3);
  const middle = quantile(resident.slice(third, 2 * third), 0.5);
  const growth = quantile(resident.slice(2 * third), 0.5) - middle;
  report('memory of the last third beyond that of the second', growth, 'MiB', { atMost: 20 });
}
