import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { losing } from '../support/proxies/losing.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

async function deploys() {
  const terminal = testTerminal();
  const server = await terminal.serve();
  await terminal.ok('channel', 'create', 'deploys');
  return Object.assign(terminal, { server });
}

test('a question whose answer from the server is lost is asked again, and asked once', async () => {
  await using terminal = await deploys();
  using way = await losing(terminal.server.url, { method: 'POST', count: 2 });
  const key = await terminal.ok('key', 'create', 'ci');
  const env = { INBOX_DATA: `${terminal.home}/far`, INBOX_URL: way.url, INBOX_API_KEY: key };
  const asked = await terminal.run(['ask', 'approve', 'Go?', '-c', 'deploys'], { env });
  expect([asked.code, way.lost()]).toEqual([0, 2]);
  const waiting = await terminal.json<Message[]>('list');
  expect(waiting.map(({ id }) => `${id}\n`)).toEqual([asked.stdout]);
});

test('a script that waits hears where to answer in one line, and only the answer on stdout', async () => {
  await using terminal = await deploys();
  const asking = terminal.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait']);
  await asking.says('Asked ');
  const [pending] = await terminal.json<Message[]>('list');
  await terminal.ok('answer', `${pending?.id}`, '--option', 'approve');
  const { id } = pending ?? {};
  expect(await asking.ended).toEqual({
    code: 0,
    stdout: 'approve\n',
    stderr: `Asked ${id}. Answer with \`inbox answer ${id}\`, or at ${terminal.server.url}/m/${id}\n`,
  });
});

test('the link is the public one, which the server knows and the shell does not', async () => {
  await using terminal = testTerminal();
  const publicUrl = 'https://inbox.example/base';
  await terminal.serve({ INBOX_PUBLIC_URL: publicUrl });
  await terminal.ok('channel', 'create', 'deploys');
  const asking = terminal.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait']);
  await asking.says(`, or at ${publicUrl}/m/`);
  const other = { INBOX_PUBLIC_URL: 'https://elsewhere.example' };
  const again = terminal.start(['ask', 'approve', 'Go?', '-c', 'deploys', '--wait'], other);
  await again.says(`, or at ${publicUrl}/m/`);
});

test('a gate opens for the approving answer alone', async () => {
  await using terminal = await deploys();
  for (const [option, printed] of [
    ['approve', 'approve\ndeployed\n'],
    ['reject', 'reject\n'],
  ] as const) {
    const line = 'inbox ask approve "Go?" -c deploys --wait 2>/dev/null && echo deployed';
    const script = terminal.shell(`inbox tail --pending --no-follow >/dev/null; ${line}`);
    let waiting: Message[] = [];
    while (waiting.length === 0) waiting = await terminal.json<Message[]>('list');
    await terminal.ok('answer', `${waiting[0]?.id}`, '--option', option);
    expect(await new Response(script.stdout).text()).toBe(printed);
  }
});

test('a wait goes on where a server that was killed comes back at its address', async () => {
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
