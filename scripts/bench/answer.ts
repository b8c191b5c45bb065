/**
 * The time from a person's answer until the agent's waiting poll has it, compared with a bare
 * server that passes one request's body to another, and the audit log's share of it: `bun run bench
 * answer`.
 */
import { join } from 'node:path';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Agent } from '../../src/core/channels/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { timeEntries } from './answer/audit.ts';
import { type Connection, connect, getRequest } from './support/connection.ts';
import { jsonRequest } from './support/load.ts';
import { quantile, report, reportMachine } from './support/report.ts';
import { startChild, startInbox } from './support/server.ts';

const TURNS = 1000;
/** On one machine, a poll that was written has reached the server after this time. */
const UNDER_WAY_MS = 3;

reportMachine();
const bare = await startChild(join(import.meta.dir, 'answer/bare.ts'), '');
const inbox = await startInbox();
try {
  const channel = await inbox.post<Agent>('/agents', { name: 'bench' });
  const { key } = await inbox.post<NewKey>('/keys', { name: 'bench' });
  const ways = { inbox: await pair(inbox.url), bare: await pair(bare.url) };
  const took: Record<keyof typeof ways, number[]> = { inbox: [], bare: [] };
  for (let turn = 0; turn < TURNS; turn++) {
    const { id } = await inbox.post<Message>(
      '/messages',
      { channelId: channel.id, review: { type: 'approval' } },
      { 'x-api-key': key },
    );
    const wait = getRequest(`/api/v1/reviews/${id}/wait?channel=${channel.id}`, {
      'x-api-key': key,
    });
    const answer = jsonRequest(`/api/v1/reviews/${id}/respond`, inbox.owner, {
      response: { selectedOption: 'approve' },
    });
    took.inbox.push(await once(ways.inbox, wait, answer));
    took.bare.push(await once(ways.bare, getRequest('/wait', {}), jsonRequest('/answer', {}, {})));
  }
  for (const [name, ms] of Object.entries(took)) {
    console.log(
      `${name}: p50 ${quantile(ms, 0.5).toFixed(2)} ms, p99 ${quantile(ms, 0.99).toFixed(2)} ms`,
    );
  }
  const differenceAt = (share: number) => quantile(took.inbox, share) - quantile(took.bare, share);
  report('p50 over the bare round trip', differenceAt(0.5), 'ms', { atMost: 2 });
  report('p99 over the bare round trip', differenceAt(0.99), 'ms', { atMost: 10 });
} finally {
  await inbox.stop();
  await bare.stop();
}

const { answers, entries } = await timeEntries(TURNS);
const [answerMs, entryMs] = [quantile(answers, 0.5), quantile(entries, 0.5)];
report('p50 of the audit log’s entry in an answer', entryMs * 1000, 'µs');
report('the audit log’s share of an answer', (100 * entryMs) / answerMs, '%', { atMost: 10 });

async function pair(url: string) {
  return { agent: await connect(url), person: await connect(url) };
}

/** In ms. */
async function once(
  { agent, person }: { agent: Connection; person: Connection },
  wait: string,
  answer: string,
): Promise<number> {
  const waiting = agent.ask(wait);
  await Bun.sleep(UNDER_WAY_MS);
  const at = performance.now();
  const answering = person.ask(answer);
  const { status } = await waiting;
  const took = performance.now() - at;
  const answered = await answering;
  if (status !== 200 || answered.status !== 200) throw new Error(`${status} ${answered.body}`);
  return took;
}
