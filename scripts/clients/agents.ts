/** The cases of the coding agents: whether a command of theirs ran, what their model read, and how questions ended. */
import { clients } from '../../src/agents/clients.ts';
import { type AgentCase, agentCases, touch } from './agent-cases.ts';
import { type Case, cut, type Outcome } from './case.ts';
import type { TestInbox } from './inbox.ts';
import { installClients, versions } from './installed.ts';
import { startSession } from './session.ts';

export const ofAgents: Case[] = agentCases.map((one) => ({
  title: `${clients[one.client].label} ${versions[one.client]}, ${one.how}: ${one.name}`,
  isLong: false,
  install: installClients,
  run: (inbox) => run(one, inbox),
}));

async function run(one: AgentCase, inbox: TestInbox): Promise<Outcome> {
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
