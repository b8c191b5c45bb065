/**
 * The tools of MCP: how long an answer takes to its client, and what a held call costs: `bun run bench mcp`.
 */
import type { Message } from '../../src/core/messages/schema.ts';
import { CALLS, keysOf, reportHeld } from './support/held.ts';
import { jsonRequest } from './support/load.ts';
import { quantile, report, reportMachine } from './support/report.ts';
import { startInbox } from './support/server.ts';

const ANSWERS = 500;
/** The first ones wait for the library. */
const WARM_ANSWERS = 100;
/** One round of what keeps the connections alive. */
const IDLE_MS = 21_000;

reportMachine();
const inbox = await startInbox();
try {
  const { channel, keyOf } = await keysOf(inbox);
  const headersOf = (at: number) => ({
    accept: 'application/json, text/event-stream',
    authorization: `Bearer ${keyOf(at)}`,
    // As clients with a handshake have it, of which more is kept.
    'mcp-session-id': `bench.${at}`,
  });
  const calling = (name: string, given: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  });
  const ask = () => {
    const review = { type: 'approval', payload: { title: 'Deploy?' } };
    return inbox.post<Message>(
      '/messages',
      { channelId: channel.id, review },
      { 'x-api-key': keyOf(0) },
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
  await reportHeld(inbox, {
    idleMs: IDLE_MS,
    async warm(connection, at) {
      await connection.ask(wait(at, 0));
      connection.end();
    },
    async hold(connections) {
      const statuses = await Promise.all(
        connections.map(async (connection, at) => (await connection.ask(wait(at, 110))).status),
      );
      report('calls that are held', statuses.filter((status) => status === 200).length, '', {
        atLeast: CALLS,
      });
    },
  });
} finally {
  await inbox.stop();
}
