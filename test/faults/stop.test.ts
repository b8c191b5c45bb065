/** INBOX_STOPS is how many stops; `bun run faults stop` makes 50. */
import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Message } from '../../src/core/messages/schema.ts';
import { createLedger, type Ledger } from '../support/faults/ledger.ts';
import { type Called, callAs, keepBusy, openChannel } from '../support/faults/load.ts';
import { verify } from '../support/faults/verify.ts';
import { removeDirectory, temporaryDirectory } from '../support/machine/directory.ts';
import { sized } from '../support/machine/sized.ts';
import { serveInProcess } from '../support/server/process.ts';

const STOPS = Number(process.env.INBOX_STOPS ?? sized(4, 10));
const LONGEST_STOP_MS = 5000;
const PROMISES = 40;
const TIMEOUT = { timeout: 60_000 + STOPS * 10_000 };

test(
  'answers polls, exits within 5 s and loses nothing when stopped under load',
  async () => {
    const data = temporaryDirectory();
    const ledger = createLedger();
    for (let stop = 0; stop < STOPS; stop++) {
      const seen = await loadAndStop(data, ledger);
      const expected = { code: 0, inTime: true, isNoted: false };
      expect({ stop, ...seen }).toEqual({
        stop,
        ...expected,
        polls: [[200, { status: 'timeout' }]],
      });
      expect({ stop, ...(await verify(data, ledger)) }).toEqual({ stop, lost: [], half: [] });
    }
    expect(ledger.promises.size).toBeGreaterThanOrEqual(STOPS * PROMISES);
    removeDirectory(data);
  },
  TIMEOUT,
);

/** Stops a server while twelve sides go on calling it. */
async function loadAndStop(data: string, ledger: Ledger) {
  const server = await serveInProcess(data, { INBOX_RATE_LIMIT: 'off' });
  const channelId = await openChannel(server);
  const idle = await Promise.all(Array.from({ length: 5 }, () => keepOpen(server.url)));
  const polls = Promise.all(await beginToPoll(server, channelId));
  const wanted = ledger.promises.size + PROMISES;
  let stopping: Promise<{ code: number | null; inTime: boolean }> | undefined;
  const stopOnce = () => {
    if (ledger.promises.size >= wanted) stopping ??= stopInTime(server);
    return false;
  };
  await keepBusy(server, ledger, { channelId, enough: stopOnce });
  const answers = (await polls).map(({ status, body }) => [status, body]);
  const distinct = [...new Set(answers.map((one) => JSON.stringify(one)))];
  const stopped = await stopping;
  for (const socket of idle) socket.end();
  const polled = distinct.map((one) => JSON.parse(one));
  return { ...stopped, isNoted: existsSync(join(data, 'run.json')), polls: polled };
}

async function stopInTime(server: Awaited<ReturnType<typeof serveInProcess>>) {
  const startedAt = performance.now();
  const code = await server.end('SIGTERM');
  return { code, inTime: performance.now() - startedAt < LONGEST_STOP_MS };
}

/** They reach the server before the load that is sent after them. */
async function beginToPoll(server: Called, channelId: string) {
  const input = { channelId, review: { type: 'approval' } };
  const asked = await callAs(server, 'agent')<Message>('POST', '/messages', input);
  const path = `/reviews/${asked.body.id}/wait?channel=${channelId}`;
  return Array.from({ length: 20 }, () => callAs(server, 'agent')<unknown>('GET', path));
}

/** A connection that has had its answer and stays. */
async function keepOpen(url: string) {
  const { hostname, port } = new URL(url);
  const { promise: answered, resolve } = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: { data: () => resolve() },
  });
  socket.write('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n');
  await answered;
  return socket;
}
