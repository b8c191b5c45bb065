import { expect, test } from 'bun:test';
import { findRun } from '../../src/run-file.ts';
import { reported, servedInbox } from '../support/terminal/served.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

const review = { type: 'approval' };
const times = (text: string, part: string) => text.split(part).length - 1;

test.concurrent('prints each message once across a restart, including an answer given during it', async () => {
  await using inbox = await servedInbox();
  const { terminal, server } = inbox;
  const asked = await inbox.send({ text: 'Go?', review });
  await inbox.send({ text: 'before' });
  const tail = terminal.start(['tail']);
  await tail.prints('before');
  await server.stop();
  await tail.says('Connection lost; trying again.');
  // Where no server runs these open the data directory, which nobody may hold.
  await terminal.ok('send', 'meanwhile', '-c', 'deploys');
  await terminal.ok('answer', asked.id, '--option', 'approve');
  await terminal.serve();
  await tail.says('Connected.');
  await inbox.send({ text: 'after' });
  await tail.prints('after');
  tail.kill('SIGINT');
  const { stdout, stderr } = await tail.ended;
  expect(reported(stdout).filter((line) => !line.startsWith('message:updated'))).toEqual([
    'message:created Go?',
    'message:created before',
    'message:created meanwhile',
    'review:responded Go?',
    'message:created after',
  ]);
  expect(stderr).toBe('Connection lost; trying again.\nConnected.\n');
}, 120_000);

test.concurrent('prints once that no server runs, does not touch the data directory, and starts when one serves', async () => {
  await using terminal = testTerminal();
  await terminal.channel();
  const tail = terminal.start(['tail']);
  await tail.says('No server is running; waiting for `inbox serve`.');
  for (const text of ['one', 'two', 'three']) await terminal.ok('send', text, '-c', 'deploys');
  await terminal.serve();
  await tail.prints('three');
  tail.kill('SIGINT');
  const { code, stdout, stderr } = await tail.ended;
  expect(code).toBe(130);
  expect(reported(stdout)).toEqual(
    ['one', 'two', 'three'].map((text) => `message:created ${text}`),
  );
  expect(times(stderr, 'No server is running')).toBe(1);
}, 120_000);

test.concurrent("does not mistake another inbox at a killed server's address for it", async () => {
  await using inbox = await servedInbox();
  const { terminal, server } = inbox;
  await inbox.send({ text: 'before' });
  const tail = terminal.start(['tail']);
  await tail.prints('before');
  const { port } = new URL(server.url);
  server.kill('SIGKILL');
  await tail.says('Connection lost');
  const other = { INBOX_DATA: `${terminal.home}/other` };
  const stranger = terminal.start(['serve', '--port', port], other);
  await stranger.says('Listening on');
  expect(findRun(terminal.data)?.url).toBe(server.url);
  await terminal.ok('send', 'meanwhile', '-c', 'deploys');
  await terminal.serve();
  await tail.prints('meanwhile');
  tail.kill('SIGINT');
  const { code, stdout } = await tail.ended;
  expect([code, ...reported(stdout)]).toEqual([
    130,
    'message:created before',
    'message:created meanwhile',
  ]);
}, 120_000);
