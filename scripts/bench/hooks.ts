/**
 * Four thousand held calls of hooks, as many as an inbox takes: the cost of each: `bun run bench hooks`. Every call
 * has a question of its own, whose lease is renewed while it is held.
 */
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import { connect } from './support/connection.ts';
import { jsonRequest } from './support/load.ts';
import { cpuMs, residentBytes } from './support/process.ts';
import { report, reportMachine } from './support/report.ts';
import { startInbox } from './support/server.ts';

const KEYS = 8;
const CALLS_OF_A_KEY = 500;
const CALLS = KEYS * CALLS_OF_A_KEY;
const AT_ONCE = 100;
const WARM = 1000;
/** Two rounds of leases, and one of white space. */
const IDLE_MS = 21_000;

reportMachine();
const inbox = await startInbox();
try {
  const channel = await inbox.post<Agent>('/agents', { name: 'bench' });
  const keys = await Promise.all(
    Array.from({ length: KEYS }, (_, at) =>
      inbox.post<NewKey>('/keys', { name: `bench ${at}`, channels: [channel.id] }),
    ),
  );
  const call = (at: number, search = '') => {
    const { key = '' } = keys[at % KEYS] ?? {};
    const body = {
      session_id: `s${at}`,
      hook_event_name: 'PermissionRequest',
      tool_name: 'Bash',
      tool_input: { command: `rm -rf build/${at}` },
    };
    return jsonRequest(`/api/v1/hooks/claude${search}`, { 'x-api-key': key }, body);
  };
  // The first calls also take what is taken once: compiled code, and pages of the database.
  for (let at = 0; at < WARM; at += AT_ONCE) {
    const one = async (_: unknown, n: number) =>
      (await connect(inbox.url)).ask(call(at + n, '?expires=1'));
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }
  const connections: Awaited<ReturnType<typeof connect>>[] = [];
  for (let at = 0; at < CALLS; at += AT_ONCE) {
    connections.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, () => connect(inbox.url)))),
    );
  }
  const before = residentBytes(inbox.pid);
  for (const [at, connection] of connections.entries()) {
    void connection.ask(call(at));
    if (at % AT_ONCE === 0) await Bun.sleep(50);
  }
  await Bun.sleep(5000);
  const counted = await fetch(`${inbox.url}/api/v1/reviews/pending?limit=1`, {
    headers: inbox.owner,
  });
  report('questions that are pending', Number(counted.headers.get('inbox-total')), '', {
    atLeast: CALLS,
  });
  const cpu = cpuMs(inbox.pid);
  await Bun.sleep(IDLE_MS);
  report('CPU while they are held', ((cpuMs(inbox.pid) - cpu) / IDLE_MS) * 100, '% of a core', {
    atMost: 25,
  });
  const afterwards = (residentBytes(inbox.pid) - before) / CALLS / 1024;
  report('memory a held call, beyond its connection', afterwards, 'KiB', { atMost: 16 });
} finally {
  await inbox.stop();
}
