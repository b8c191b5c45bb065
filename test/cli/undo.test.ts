import { expect, test } from 'bun:test';
import type { Message } from '../../src/core/messages/schema.ts';
import { sharedTerminal } from '../support/terminal/terminal.ts';

const terminal = sharedTerminal();
const statusOf = async (id: string) => (await terminal.json<Message>('show', id)).review?.status;
const home = { INBOX_UNDO_SECONDS: '10' };

test('takes back what inbox answer holds in another terminal, and says why it takes back nothing', async () => {
  const id = await terminal.ok('ask', 'approve', 'Deploy?', '-c', 'deploys');
  const answering = terminal.open(['answer', id], home);
  await answering.press('Reject', '1');
  await answering.shows('z to undo');
  const undone = await terminal.run(['undo', id.slice(-8)]);
  expect(undone).toEqual({ code: 0, stdout: '', stderr: `Undone: Deploy?  ${id.slice(-8)}\n` });
  await answering.shows('Nothing was sent.');
  const again = await terminal.run(['undo', id]);
  expect([again.code, again.stderr]).toEqual([
    1,
    expect.stringContaining(`Nothing to undo: no answer to “${id}” counts down here.`),
  ]);
  expect(await statusOf(id)).toBe('pending');
  await terminal.ok('retract', id);
}, 60_000);

test('takes back the newest answer that the terminal view holds', async () => {
  const id = await terminal.ok(
    'ask',
    'approve',
    'Restart?',
    '-c',
    'deploys',
    '--urgency',
    'critical',
  );
  const view = terminal.open([], home);
  await view.press('Restart?', 'a');
  await view.shows('z to undo');
  expect((await terminal.run(['undo'])).stderr).toBe(`Undone: Restart?  ${id.slice(-8)}\n`);
  await view.shows('Undone in another terminal');
  await view.press('', 'q');
  expect(await view.exited).toBe(0);
  expect(await statusOf(id)).toBe('pending');
}, 60_000);
