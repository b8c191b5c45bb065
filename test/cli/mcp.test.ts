import { expect, test } from 'bun:test';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { loadConfig } from '../../src/config.ts';
import type { NewKey, NewToken } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { silentLog } from '../../src/log.ts';
import type { Result } from '../../src/mcp/results.ts';
import { startServer } from '../../src/server.ts';
import { eventually } from '../support/reach/eventually.ts';
import { program } from '../support/server/program.ts';
import { type TestServer, testServer } from '../support/server/server.ts';

type Mode = 'legacy' | 'auto';

/** A client that starts `inbox mcp`, as its settings say. */
async function started(env: Record<string, string>, args: string[] = [], mode: Mode = 'auto') {
  const [command = '', ...first] = program;
  const transport = new StdioClientTransport({
    command,
    args: [...first, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', ...env },
    stderr: 'pipe',
  });
  const client = new Client({ name: 'probe', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  const raw = (name: string, given: object) =>
    client.callTool({ name, arguments: given as Record<string, unknown> });
  return {
    client,
    raw,
    call: async (name: string, given: object) =>
      (await raw(name, given)).structuredContent as Result,
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function withKey({ as, channel, url, data }: TestServer) {
  const { id } = await channel({ name: 'deploys' });
  const { body } = await as.owner.post<NewKey>('/keys', { name: 'laptop', channels: [id] });
  const env = { HOME: data, INBOX_DATA: data, INBOX_URL: url, INBOX_API_KEY: body.key };
  const asked = (title: string) =>
    eventually(async () => {
      const { body: pending } = await as.owner.get<Message[]>('/reviews/pending');
      return pending.find(({ review }) => review?.payload.title === title);
    });
  const answer = async (title: string) =>
    as.owner.post(`/reviews/${(await asked(title)).id}/respond`, {
      response: { selectedOption: 'approve' },
    });
  return { env, answer, asked };
}

test.each(['legacy', 'auto'] as const)(
  'asks over stdin and stdout, every tool: %s',
  async (mode) => {
    await using server = await testServer();
    const { env, answer } = await withKey(server);
    await using agent = await started(env, [], mode);
    const asking = agent.call('ask', { question: 'Deploy?', wait_seconds: 30 });
    await answer('Deploy?');
    const first = await asking;
    expect(first).toMatchObject({ approved: true, link: `${server.url}/m/${first.id}` });
    const { id } = await agent.call('ask', { question: 'Later?', wait_seconds: 0 });
    const waiting = agent.call('wait', { ids: [id], wait_seconds: 30 });
    await answer('Later?');
    expect(await waiting).toMatchObject({ results: [{ id, approved: true }] });
    const last = await agent.call('ask', { question: 'Never mind?', wait_seconds: 0 });
    expect(await agent.call('withdraw', { id: last.id })).toMatchObject({ status: 'withdrawn' });
    expect(await agent.call('notify', { text: 'Done' })).toHaveProperty('id');
    const checked = (await agent.call('check', {})) as unknown as Record<string, Result[]>;
    expect(checked.answered?.map((one) => one.id)).toEqual([id, first.id]);
  },
);

test('says that the server is away, and asks it when it is back', async () => {
  await using first = await testServer();
  const { env } = await withKey(first);
  await first.stop();
  await using agent = await started(env);
  const ask = () => agent.raw('ask', { question: 'There?', wait_seconds: 0 });
  const away = await ask();
  expect([away.isError, JSON.stringify(away.content)]).toEqual([
    true,
    expect.stringContaining('does not answer'),
  ]);
  const { port } = new URL(first.url);
  const back = await startServer(loadConfig({ data: first.data, port }, {}), silentLog());
  expect(await ask()).toMatchObject({ structuredContent: { status: 'pending' } });
  await back.stop();
});

test('asks more at the same time than the rate limit lets through, and says that a quota is full', async () => {
  await using server = await testServer({ rateLimit: '10', maxPendingPerKey: '30' });
  const { env } = await withKey(server);
  await using agent = await started(env);
  const ask = (question: string) => agent.raw('ask', { question, wait_seconds: 0 });
  const asked = await Promise.all(
    Array.from({ length: 30 }, (_, number) => ask(`Number ${number}?`)),
  );
  expect(asked.filter(({ isError }) => isError)).toEqual([]);
  const refused = await ask('One too many?');
  expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
    true,
    expect.stringContaining('INBOX_MAX_PENDING_PER_KEY'),
  ]);
}, 30_000);

test('never asks with the login of a person', async () => {
  await using server = await testServer();
  const { env } = await withKey(server);
  const { body } = await server.as.owner.post<NewToken>('/tokens', { name: 'T' });
  const { INBOX_API_KEY: _, ...rest } = env;
  await using agent = await started({ ...rest, INBOX_TOKEN: body.token });
  const refused = await agent.raw('ask', { question: 'Mine?', wait_seconds: 0 });
  expect(JSON.stringify(refused.content)).toContain('Set INBOX_API_KEY');
});

test('asks with the local secret on the machine of the server, in the channel that is named', async () => {
  await using server = await testServer();
  await server.channel({ name: 'deploys' });
  await server.channel({ name: 'reports' });
  const env = { HOME: server.data, INBOX_DATA: server.data };
  await using lost = await started(env);
  const which = await lost.raw('ask', { question: 'Where?', wait_seconds: 0 });
  expect(JSON.stringify(which.content)).toContain('one of: deploys, reports');
  await using agent = await started(env, ['--channel', 'reports']);
  expect(await agent.call('ask', { question: 'Here?', wait_seconds: 0 })).toHaveProperty('id');
});
