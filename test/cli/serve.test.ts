import { expect, test } from 'bun:test';
import { keys, testTerminal } from '../support/terminal.ts';

const LINK = /^http:\/\/127\.0\.0\.1:\d+\/setup#token=[0-9a-f]{32}$/m;

test('serve prints the setup link on a line of its own, whole on 80 columns, as a hyperlink', async () => {
  await using terminal = testTerminal();
  const screen = terminal.open(['serve', '--port', '0']);
  await screen.shows('/setup#token=');
  const [link] = LINK.exec(screen.text()) ?? [];
  expect(link).toBeString();
  expect(screen.raw()).toContain(`\u001b]8;;${link}\u001b\\${link}\u001b]8;;\u001b\\`);
  screen.type(keys.ctrlC);
  await screen.exited;
});

test('serve says that it stops, and how the setup link reads in a pipe', async () => {
  await using terminal = testTerminal();
  const screen = terminal.open(['serve', '--port', '0']);
  await screen.shows('/setup#token=');
  screen.type(keys.ctrlC);
  expect(await screen.exited).toBe(0);
  expect(screen.text()).toMatch(/^Stopping…$/m);
  const server = await terminal.serve();
  await server.says('/setup#token=');
  expect(await server.stop()).toBe(0);
  const { stderr } = await server.ended;
  expect(stderr).toMatch(LINK);
  expect(stderr).toEndWith('Stopping…\n');
  expect(stderr).not.toContain('\u001b');
});
