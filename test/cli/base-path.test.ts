import { expect, test } from 'bun:test';
import { testTerminal } from '../support/terminal/terminal.ts';

test('reaches a server under a path with requests, files, live events and long polls', async () => {
  await using terminal = testTerminal();
  const { url } = await terminal.serve({ INBOX_PUBLIC_URL: 'http://127.0.0.1/inbox' });
  await terminal.channel();
  const [token, key] = [
    await terminal.ok('token', 'create', 'laptop'),
    await terminal.ok('key', 'create', 'ci'),
  ];
  const there = { INBOX_URL: `${url}/inbox/`, INBOX_TOKEN: token, INBOX_API_KEY: key };
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await terminal.run(args, { env: there });
    if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    return stdout.trimEnd();
  };
  const tail = terminal.start(['tail', '--json'], there);
  await Bun.write(`${terminal.home}/checks.txt`, 'All green');
  const file = await run('file', 'upload', `${terminal.home}/checks.txt`, '-c', 'deploys');
  await run('file', 'download', file, '--output', `${terminal.home}/again.txt`);
  expect(await Bun.file(`${terminal.home}/again.txt`).text()).toBe('All green');
  const id = await run('ask', 'approve', 'Deploy?', '-c', 'deploys');
  await tail.prints(id);
  const wait = run('wait', id);
  await run('answer', id, '--option', 'approve');
  expect(await wait).toContain('approve');
  expect(await run('show', id)).toContain('deploys');
});
