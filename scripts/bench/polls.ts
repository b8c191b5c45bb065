/**
 * Ten thousand waiting polls: the cost of each, and the time until all are woken: `bun run bench
 * polls`.
 */
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { connect, getRequest } from './support/connection.ts';
import { jsonRequest } from './support/load.ts';
import { cpuMs, residentBytes } from './support/process.ts';
import { report, reportMachine } from './support/report.ts';
import { startInbox } from './support/server.ts';

const POLLS = 10_000;
const AT_ONCE = 200;
const IDLE_MS = 10_000;

reportMachine();
const inbox = await startInbox();
try {
  const channel = await inbox.post<Agent>('/agents', { name: 'bench' });
  const { key } = await inbox.post<NewKey>('/keys', { name: 'bench' });
  const ask = { channelId: channel.id, review: { type: 'approval' } };
  const { id } = await inbox.post<Message>('/messages', ask, { 'x-api-key': key });
  const request = getRequest(`/api/v1/reviews/${id}/wait?channel=${channel.id}&timeout=30000`, {
    'x-api-key': key,
  });
  const connections = [];
  for (let at = 0; at < POLLS; at += AT_ONCE) {
    connections.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, () => connect(inbox.url)))),
    );
  }
  const before = residentBytes(inbox.pid);
  const woken = connections.map((connection) => connection.ask(request));
  await Bun.sleep(5000);
  report(
    'memory a waiting poll, beyond its connection',
    (residentBytes(inbox.pid) - before) / POLLS / 1024,
    'KiB',
    { atMost: 7.2 },
  );
  const cpu = cpuMs(inbox.pid);
  await Bun.sleep(IDLE_MS);
  report('CPU while they wait', ((cpuMs(inbox.pid) - cpu) / IDLE_MS) * 100, '% of a core', {
    atMost: 3,
  });
  // A connection without a request is dropped after ten seconds.
  const person = await connect(inbox.url);
  const at = performance.now();
  const answer = { response: { selectedOption: 'approve' } };
  void person.ask(jsonRequest(`/api/v1/reviews/${id}/respond`, inbox.owner, answer));
  const answers = await Promise.all(woken);
  const seconds = (performance.now() - at) / 1000;
  const failed = answers.filter(({ body }) => !body.includes('"completed"')).length;
  report('all woken within', seconds, 's', { atMost: 1 });
  report('polls that failed', failed, '', { atMost: 0 });
} finally {
  await inbox.stop();
}
