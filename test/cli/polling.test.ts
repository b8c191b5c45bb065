import { expect, test } from 'bun:test';
import { plainProxy } from '../support/proxies/plain.ts';
import { testTerminal } from '../support/terminal/terminal.ts';

test('follows events by polling behind a proxy without WebSockets, and prints so once', async () => {
  await using terminal = testTerminal();
  const { url } = await terminal.serve();
  await using proxy = plainProxy(() => url);
  await terminal.channel();
  const there = {
    INBOX_URL: proxy.url,
    INBOX_TOKEN: await terminal.ok('token', 'create', 'laptop'),
  };
  const tail = terminal.start(['tail'], there);
  const sentence = 'WebSockets are blocked (by a proxy?); events arrive by polling';
  await tail.says(`${sentence}.`);
  const view = terminal.open([], there);
  await view.shows(sentence);
  await terminal.ok('ask', 'approve', 'Deploy 1.4.2?', '-c', 'deploys');
  await tail.prints('Deploy 1.4.2?');
  await view.shows('Deploy 1.4.2?');
  await view.shows('● live');
  await view.press('', 'q');
  expect(await view.exited).toBe(0);
  tail.kill('SIGINT');
  expect((await tail.ended).stderr).toBe(`${sentence}.\n`);
});
