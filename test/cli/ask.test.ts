import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { losing } from '../support/proxies/losing.ts';
import { eventually } from '../support/reach/eventually.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

async function deploys() {
  const terminal = testTerminal();
  const server = await terminal.serve();
  await terminal.channel();
  return Object.assign(terminal, { server });
}

test("asks only once when the server's response is lost and the command retries", async () => {
  await using terminal = await deploys();
  using way = await losing(terminal.server.url, { method: 'POST', count: 2 });
  const key = await terminal.ok('key', 'create', 'ci');
  const env = { INBOX_DATA: `${terminal.home}/far`, INBOX_URL: way.url, INBOX_API_KEY: key };
  const asked = await terminal.run(['ask', 'approve', 'Go?', '-c', 'deploys'], { env });
  expect([asked.code, way.lost()]).toEqual([0, 2]);
  const waiting = await terminal.json<Message[]>('list');
  expect(waiting.map(({ id }) => `${id}\n`)).toEqual([asked.stdout]);
});

const TIP =
  'Tip: Nobody can be notified of this question, and nobody has the dashboard or the terminal view open.\n';

test('prints where to answer as one line on stderr, and only the answer on stdout', async () => {
  await using terminal = await deploys();
  const asking = terminal.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait']);
  await asking.says('Asked ');
  const [pending] = await terminal.json<Message[]>('list');
  await terminal.ok('answer', `${pending?.id}`, '--option', 'approve');
  const { id } = pending ?? {};
  expect(await asking.ended).toEqual({
    code: 0,
    stdout: 'approve\n',
    stderr: `${TIP}Asked ${id}. Answer with \`inbox answer ${id}\`, or at ${terminal.server.url}/m/${id}\n`,
  });
});

test("prints the server's public link when the shell does not know it", async () => {
  await using terminal = testTerminal();
  const publicUrl = 'https://inbox.example/base';
  await terminal.serve({ INBOX_PUBLIC_URL: publicUrl });
  await terminal.channel();
  const asking = terminal.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait']);
  await asking.says(`, or at ${publicUrl}/m/`);
  const other = { INBOX_PUBLIC_URL: 'https://elsewhere.example' };
  const again = terminal.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait'], other);
  await again.says(`, or at ${publicUrl}/m/`);
});

test('exits 0 only for the approving answer', async () => {
  await using terminal = await deploys();
  for (const [option, printed] of [
    ['approve', 'approve\ndeployed\n'],
    ['reject', 'reject\n'],
  ] as const) {
    const line = 'inbox ask approve "Go?" -c deploys --wait 2>/dev/null && echo deployed';
    const script = terminal.shell(`inbox tail --pending --no-follow >/dev/null; ${line}`);
    const asked = await eventually(async () => (await terminal.json<Message[]>('list'))[0]);
    await terminal.ok('answer', asked.id, '--option', option);
    expect(await new Response(script.stdout).text()).toBe(printed);
  }
});

test('says before it asks which options are neither, and how to say what they mean', async () => {
  await using terminal = await deploys();
  const ask = (...more: string[]) => ['ask', 'approve', 'Delete it?', '-c', 'nosuch', ...more];
  const saidBy = async (...options: string[]) => {
    const flags = options.flatMap((one) => ['--option', one]);
    return (await terminal.run(ask(...flags))).stderr;
  };
  const unclear = await saidBy('del:Delete:danger', 'keep:Keep', 'no');
  expect(unclear).toStartWith(
    'Neither approving nor refusing (exit code 5 when one is chosen): del (Delete), keep (Keep). ',
  );
  expect(unclear).toContain('--option id:label:style:allow');
  expect(unclear).toContain('Channel “nosuch” not found');
  const stdin = '{"options": ["red", {"id": "go", "label": "Go", "decision": "allow"}]}';
  expect((await terminal.run(ask('--payload', '-'), { stdin })).stderr).toContain('chosen): red. ');
  for (const options of [[], ['approve', 'reject'], ['del::danger:allow', 'keep:::deny']]) {
    expect(await saidBy(...options)).toStartWith('error: Channel “nosuch” not found');
  }
});

test('sends the decision of an option, with or without a label and a style', async () => {
  await using terminal = await deploys();
  const options = ['del:Delete it:danger:allow', 'keep:::deny', 'later::ghost:', 'a\\:b:::'];
  const flags = options.flatMap((one) => ['--option', one]);
  const { review } = await terminal.json<Message>(
    'ask',
    'approve',
    'Go?',
    '-c',
    'deploys',
    ...flags,
  );
  expect(review?.payload.options).toEqual([
    { id: 'del', label: 'Delete it', style: 'danger', decision: 'allow' },
    { id: 'keep', label: 'keep', decision: 'deny' },
    { id: 'later', label: 'later', style: 'ghost' },
    { id: 'a:b', label: 'a:b' },
  ]);
});

test('keeps waiting when a killed server restarts at the same address', async () => {
  await using terminal = await deploys();
  const { url } = terminal.server;
  const key = await terminal.ok('key', 'create', 'ci');
  const env = { INBOX_DATA: `${terminal.home}/far`, INBOX_URL: url, INBOX_API_KEY: key };
  const asking = terminal.start(['ask', 'text', 'Why?', '-c', 'deploys', '--wait'], env);
  await asking.says('Asked ');
  terminal.server.kill('SIGKILL');
  await terminal.server.ended;
  const [pending] = await terminal.json<Message[]>('list');
  await terminal.serve({}, new URL(url).port);
  await terminal.ok('answer', `${pending?.id}`, '--text', 'Because');
  expect(await asking.ended).toMatchObject({ code: 0, stdout: 'Because\n' });
});

test('asks with an answer to give by default, whether or not a lifetime is given', async () => {
  await using terminal = await deploys();
  const asking = ['ask', 'approve', 'Go?', '-c', 'deploys', '--default', 'reject'];
  for (const [more, expiresInSeconds] of [
    [[], 86_400],
    [['--expires', '2h'], 7200],
  ] as const) {
    const { review } = await terminal.json<Message>(...asking, ...more);
    expect(review).toMatchObject({ default: { selectedOption: 'reject' }, expiresInSeconds });
  }
});
