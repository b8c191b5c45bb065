/**
 * The tools of MCP: how long an answer takes to its client, and what a held call costs: `bun run bench mcp`.
 */
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { connect } from './support/connection.ts';
import { jsonRequest } from './support/load.ts';
import { cpuMs, residentBytes } from './support/process.ts';
import { quantile, report, reportMachine } from './support/report.ts';
import { startInbox } from './support/server.ts';

const ANSWERS = 500;
/** The first ones wait for the library. */
const WARM_ANSWERS = 100;
const KEYS = 8;
const CALLS_OF_A_KEY = 500;
const CALLS = KEYS * CALLS_OF_A_KEY;
const AT_ONCE = 100;
const WARM = 1000;
/** One round of what keeps the connections alive. */
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
  const headersOf = (at: number) => ({
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${keys[at % KEYS]?.key}`,
  });
  const calling = (name: string, given: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  });
  const ask = () => {
    const review = { type: 'approval', payload: { title: 'Deploy?' } };
    const { key = '' } = keys[0] ?? {};
    return inbox.post<Message>(
      '/messages',
      { channelId: channel.id, review },
      { 'x-api-key': key },
    );
  };

  const tookMs: number[] = [];
  for (let turn = -WARM_ANSWERS; turn < ANSWERS; turn++) {
    const { id } = await ask();
    const response = await fetch(`${inbox.url}/mcp`, {
      method: 'POST',
      headers: { ...headersOf(0), 'content-type': 'application/json' },
      body: JSON.stringify(calling('wait', { ids: [id], wait_seconds: 60 })),
    });
    const reader = response.body?.getReader();
    await reader?.read();
    // It waits once it has looked.
    await Bun.sleep(5);
    const at = performance.now();
    const answering = inbox.post(`/reviews/${id}/respond`, {
      response: { selectedOption: 'approve' },
    });
    const read = await reader?.read();
    if (turn >= 0) tookMs.push(performance.now() - at);
    if (!new TextDecoder().decode(read?.value).includes('"approved":true')) {
      throw new Error('the client got another answer');
    }
    await answering;
    while (!(await reader?.read())?.done);
  }
  report('answer → client, p50', quantile(tookMs, 0.5), 'ms');
  report('answer → client, p99', quantile(tookMs, 0.99), 'ms', { atMost: 30 });

  const { id } = await ask();
  const wait = (at: number, seconds: number) =>
    jsonRequest('/mcp', headersOf(at), calling('wait', { ids: [id], wait_seconds: seconds }));
  // The first calls also take what is taken once.
  for (let at = 0; at < WARM; at += AT_ONCE) {
    const one = async (_: unknown, n: number) => {
      const connection = await connect(inbox.url);
      await connection.ask(wait(at + n, 0));
      connection.end();
    };
    await Promise.all(Array.from({ length: AT_ONCE }, one));
  }
  const connections: Awaited<ReturnType<typeof connect>>[] = [];
  for (let at = 0; at < CALLS; at += AT_ONCE) {
    connections.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, () => connect(inbox.url)))),
    );
  }
  const before = residentBytes(inbox.pid);
  const statuses = await Promise.all(
    connections.map(async (connection, at) => (await connection.ask(wait(at, 110))).status),
  );
  report('calls that are held', statuses.filter((status) => status === 200).length, '', {
    atLeast: CALLS,
  });
  const cpu = cpuMs(inbox.pid);
  await Bun.sleep(IDLE_MS);
  report('CPU while they are held', ((cpuMs(inbox.pid) - cpu) / IDLE_MS) * 100, '% of a core', {
    atMost: 25,
  });
  const each = (residentBytes(inbox.pid) - before) / CALLS / 1024;
  report('memory a held call, beyond its connection', each, 'KiB', { atMost: 16 });
} finally {
  await inbox.stop();
}
