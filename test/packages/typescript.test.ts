/** The package for TypeScript, from its source: what a program asks, and what it gets. */
import { afterAll, expect, test } from 'bun:test';
import {
  type Answer,
  Inbox,
  InboxError,
  type Question,
} from '../../packages/typescript/src/index.ts';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { expectToSurviveRestart } from '../support/packages/restart.ts';
import { eventually } from '../support/reach/eventually.ts';
import { testServer } from '../support/server/server.ts';

const server = await testServer();
afterAll(() => server[Symbol.asyncDispose]());
const { owner } = server.as;
const channel = await server.channel({ name: 'Deploys' });
const { body: key } = await owner.post<NewKey>('/keys', {
  name: 'agent@laptop',
  channels: [channel.id],
});
const here = { url: server.url, key: key.key };

const pending = async () => (await owner.get<Message[]>('/reviews/pending')).body;
const asked = (title: string) =>
  eventually(async () => (await pending()).find(({ review }) => review?.payload.title === title));

async function answer(title: string, response: object): Promise<Message> {
  const { id } = await asked(title);
  const answered = await owner.post<Message>(`/reviews/${id}/respond`, { response });
  expect(answered.status).toBe(200);
  return answered.body;
}

test('returns who allowed a tool, and with which arguments', async () => {
  const inbox = new Inbox({ ...here, session: 'run-1', expiresInSeconds: 600 });
  const call = {
    tool: 'Bash',
    args: { command: 'rm -rf build' },
    description: 'Old cache',
    id: 'one',
  };
  const approval = inbox.approve({ ...call, editable: true });
  const { review, metadata } = await asked('Bash: rm -rf build');
  expect(review).toMatchObject({
    type: 'permission',
    payload: { tool: 'Bash', input: call.args, description: 'Old cache' },
    expiresInSeconds: 600,
    hold: false,
  });
  expect(metadata?.source).toMatchObject({ session: 'run-1', callId: 'one', tool: 'Bash' });
  const input = { command: 'rm -rf build/cache' };
  await answer('Bash: rm -rf build', { decision: 'allow', input });
  expect(await approval).toEqual({ approved: true, by: 'owner', args: input });

  const again = inbox.approve({ ...call, editable: true });
  expect(await again).toEqual(await approval);

  const unchanged = inbox.approve({ tool: 'Bash', args: { command: 'ls' } });
  await answer('Bash: ls', { decision: 'allow' });
  expect(await unchanged).toEqual({ approved: true, by: 'owner' });
});

test('returns why a tool may not run', async () => {
  const inbox = new Inbox(here);
  const call = { tool: 'Bash', args: { command: 'reboot' } };
  const denied = inbox.approve(call);
  await answer('Bash: reboot', { decision: 'deny', message: 'Use a branch' });
  expect(await denied).toEqual({ approved: false, status: 'answered', message: 'Use a branch' });

  const wordless = inbox.approve(call);
  await answer('Bash: reboot', { decision: 'deny' });
  expect(await wordless).toMatchObject({ message: 'Denied by owner.' });

  const withdrawn = inbox.approve(call);
  await inbox.withdraw((await asked('Bash: reboot')).id, 'Not needed');
  expect(await withdrawn).toMatchObject({ approved: false, status: 'withdrawn' });

  const retracted = inbox.approve(call);
  await owner.delete(`/messages/${(await asked('Bash: reboot')).id}`);
  expect(await retracted).toMatchObject({ approved: false, status: 'retracted' });
});

const dishes = [{ id: 'soup', label: 'Soup' }, 'Salad'];
const cases: [Omit<Question, 'question'>, object, Partial<Answer>][] = [
  [{}, { selectedOption: 'approve', comment: 'Go' }, { approved: true, comment: 'Go' }],
  [{ description: 'Why' }, { selectedOption: 'reject' }, { approved: false, choiceId: 'reject' }],
  [
    {
      options: [
        { label: 'Deploy', decision: 'allow' },
        { label: 'Keep', decision: 'deny' },
      ],
    },
    { selectedOption: '1' },
    { approved: true, choice: 'Deploy', choiceId: '1' },
  ],
  [{ kind: 'choose', options: dishes }, { selectedIds: ['2'] }, { choice: 'Salad', choiceId: '2' }],
  [
    { multiple: true, options: dishes },
    { selectedIds: ['soup', '2'] },
    { choice: ['Soup', 'Salad'], choiceId: ['soup', '2'] },
  ],
  [{ kind: 'text' }, { text: 'blue' }, { text: 'blue' }],
  [
    { fields: [{ name: 'level', type: 'number', label: 'Level' }] },
    { level: 3 },
    { values: { level: 3 } },
  ],
];
test.each(cases)('asks %o and returns the answer', async (more, response, expected) => {
  const inbox = new Inbox(here);
  const { id, status } = await inbox.ask({ question: 'Which?', wait: false, ...more });
  expect(status).toBe('pending');
  const waiting = inbox.wait(id);
  await answer('Which?', response);
  expect(await waiting).toMatchObject({ id, status: 'answered', by: 'owner', ...expected });
});

test('asks again in another run, and once in the same', async () => {
  const question = { question: 'Deploy 1.4.2?', id: 'deploy', wait: false };
  const inbox = new Inbox(here);
  const first = await inbox.ask(question);
  expect(await inbox.ask(question)).toEqual(first);
  const other = await new Inbox(here).ask(question);
  expect(other.id).not.toBe(first.id);
  await expect(inbox.ask({ ...question, question: 'Deploy 1.5?' })).rejects.toMatchObject({
    status: 409,
  });
  expect(await inbox.withdraw(first.id, 'Rolled back')).toMatchObject({
    status: 'withdrawn',
    why: 'Rolled back',
  });
  await inbox.withdraw(other.id);
});

test('withdraws a question whose program gives up', async () => {
  const inbox = new Inbox(here);
  const giving = new AbortController();
  const { signal } = giving;
  const approval = inbox.approve({ tool: 'Held', args: {}, hold: true, signal });
  const { id, review } = await asked('Held');
  expect(review?.hold).toBe(true);
  giving.abort(new Error('Stopped'));
  await expect(approval).rejects.toThrow('Stopped');
  expect(await inbox.wait(id)).toMatchObject({
    status: 'withdrawn',
    why: 'The agent no longer waits',
  });
});

test('finds its channel by its name, and lists those that it could be', async () => {
  const other = await server.channel({ name: 'Releases' });
  const { body: of2 } = await owner.post<NewKey>('/keys', {
    name: 'two',
    channels: [channel.id, other.id],
  });
  const question = { question: 'Here?', wait: false };
  const both = { url: `${server.url}/`, key: of2.key };
  const named = await new Inbox({ ...both, channel: 'Releases' }).ask(question);
  expect((await asked('Here?')).channelId).toBe(other.id);
  await new Inbox(both).withdraw(named.id);
  for (const wrong of [both, { ...both, channel: 'Nowhere' }]) {
    const ask = new Inbox(wrong).ask(question);
    await expect(ask).rejects.toThrow(`Deploys (${channel.id})`);
  }
});

test('says which setting is missing or wrong', async () => {
  const { INBOX_URL, INBOX_API_KEY } = process.env;
  delete process.env.INBOX_URL;
  delete process.env.INBOX_API_KEY;
  try {
    expect(() => new Inbox()).toThrow('set INBOX_URL');
    expect(() => new Inbox({ url: 'localhost:4600', key: 'hp_1' })).toThrow('http://');
    expect(() => new Inbox({ url: server.url })).toThrow('set INBOX_API_KEY');
    expect(() => new Inbox({ url: server.url, key: 'hu_1' })).toThrow('begins with hp_');
    process.env.INBOX_URL = server.url;
    process.env.INBOX_API_KEY = 'hp_wrong';
    const ask = new Inbox().ask({ question: 'Hello?' });
    await expect(ask).rejects.toThrow(InboxError);
    await expect(ask).rejects.toThrow('Check the key: INBOX_API_KEY');
  } finally {
    delete process.env.INBOX_URL;
    delete process.env.INBOX_API_KEY;
    if (INBOX_URL !== undefined) process.env.INBOX_URL = INBOX_URL;
    if (INBOX_API_KEY !== undefined) process.env.INBOX_API_KEY = INBOX_API_KEY;
  }
});

test('names the field that is wrong, and what answers that is not an inbox', async () => {
  const call = { tool: '', args: {} };
  await expect(new Inbox(here).approve(call)).rejects.toThrow('review.payload.tool');
  using page = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response('<html>') });
  const elsewhere = new Inbox({ url: page.url.href, key: 'hp_1' });
  await expect(elsewhere.ask({ question: 'Hello?' })).rejects.toThrow('is not an inbox');
});

test('goes on waiting when the server restarts', async () => {
  await expectToSurviveRestart((settings) => new Inbox(settings).ask({ question: 'Still there?' }));
});
