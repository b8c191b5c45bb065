import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRun } from '../../src/run-file.ts';
import { openMany } from '../support/clients/raw.ts';
import { fakeSystemd } from '../support/machine/systemd.ts';
import { eventually } from '../support/reach/eventually.ts';
import { keys, testTerminal } from '../support/terminal/terminal.ts';

const KOLKATA_MS = 5.5 * 3_600_000;
const LINK = /^http:\/\/127\.0\.0\.1:\d+\/setup#token=[0-9a-f]{32}$/m;

test('prints the setup link on a line of its own, unbroken at 80 columns, as a hyperlink', async () => {
  await using terminal = testTerminal();
  const screen = terminal.open(['serve', '--port', '0']);
  await screen.shows('/setup#token=');
  const [link] = LINK.exec(screen.text()) ?? [];
  expect(link).toBeString();
  expect(screen.raw()).toContain(`\u001b]8;;${link}\u001b\\${link}\u001b]8;;\u001b\\`);
  screen.type(keys.ctrlC);
  await screen.exited;
});

test('prints that it is stopping on a terminal, and a plain setup link in a pipe', async () => {
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
  expect(stderr).not.toContain('\u001b');
});

test('goes on when its terminal closes, if nohup started it', async () => {
  await using terminal = testTerminal();
  const child = terminal.shell('exec nohup inbox serve --port 0 2>&1 < /dev/null');
  // It stays open: the server writes on.
  const output = child.stdout.getReader();
  let said = '';
  while (!said.includes('/setup#token=')) {
    const { value, done } = await output.read();
    if (done) throw new Error(said);
    said += new TextDecoder().decode(value);
  }
  const { url } = findRun(terminal.data) ?? {};
  child.kill('SIGHUP');
  await terminal.channel();
  expect((await fetch(`${url}/health`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
});

test('prints only JSON lines with INBOX_LOG=json, the address and the setup link included', async () => {
  await using terminal = testTerminal();
  const server = await terminal.serve({ INBOX_LOG: 'json' });
  await server.says('/setup#token=');
  expect(await server.stop()).toBe(0);
  const { stdout, stderr } = await server.ended;
  const lines = `${stdout}${stderr}`.trimEnd().split('\n');
  const said: string[] = lines.map((line) => JSON.parse(line).msg);
  expect(said).toContainEqual(expect.stringContaining(`Listening on ${server.url}, data in `));
  expect(said).toContainEqual(expect.stringContaining(`one-time link: ${server.url}/setup#token=`));
});

test('suggests service install at a first start on a terminal when systemd runs', async () => {
  await using terminal = testTerminal();
  const { path } = fakeSystemd(terminal.home);
  const screen = terminal.open(['serve', '--port', '0'], { PATH: path });
  await screen.shows('`inbox service install`');
  screen.type(keys.ctrlC);
  await screen.exited;
  const offline = fakeSystemd(terminal.home, { state: 'offline' });
  const elsewhere = terminal.open(['serve', '--port', '0'], { PATH: offline.path });
  await elsewhere.shows('/setup#token=');
  elsewhere.type(keys.ctrlC);
  await elsewhere.exited;
  expect(elsewhere.text()).not.toContain('service install');
});

test('stops cleanly when its terminal closes', async () => {
  await using terminal = testTerminal();
  const screen = terminal.open(['serve', '--port', '0']);
  await screen.shows('/setup#token=');
  expect(await screen.hangUp()).toBe(0);
  expect(findRun(terminal.data)).toBeNull();
});

test('finishes a request that is under way when the same signal comes twice', async () => {
  await using terminal = testTerminal();
  const server = await terminal.serve();
  const { token, pid } = findRun(terminal.data) ?? {};
  const body = JSON.stringify({ name: 'Deploys' });
  const head = [
    `POST /api/v1/agents HTTP/1.1\r\nHost: ${new URL(server.url).host}`,
    `Authorization: Bearer ${token}`,
    `Content-Type: application/json\r\nContent-Length: ${body.length}`,
  ];
  using asking = await openMany(server.url, 1, `${head.join('\r\n')}\r\n\r\n${body.slice(0, 1)}`);
  // Once a later request is answered, this one is under way.
  await fetch(`${server.url}/health`);
  process.kill(Number(pid), 'SIGTERM');
  await eventually(() => findRun(terminal.data) === null);
  process.kill(Number(pid), 'SIGTERM');
  asking.say(body.slice(1));
  expect((await server.ended).code).toBe(0);
  await terminal.serve();
  expect(await terminal.ok('channel', 'list')).toContain('Deploys');
});

test('names the serving process, its start in local time and its address on a second serve', async () => {
  await using terminal = testTerminal();
  await terminal.serve();
  const { url, pid } = findRun(terminal.data) ?? {};
  const { since } = JSON.parse(readFileSync(join(terminal.data, 'lock.json'), 'utf8'));
  const [day, , time] = new Date(Date.parse(since) + KOLKATA_MS)
    .toUTCString()
    .slice(5)
    .split(/ (\d{4} )/);
  const { code, stderr } = await terminal.run(['serve', '--port', '0'], {
    env: { TZ: 'Asia/Kolkata' },
  });
  const moment = `${day?.replace(/^0/, '')} ${time?.slice(0, 5)}`;
  const holder = `inbox serve (process ${pid}, since ${moment})`;
  const says = `error: ${terminal.data} is in use by ${holder}, at ${url}\n`;
  expect([code, stderr]).toEqual([1, says]);
});
