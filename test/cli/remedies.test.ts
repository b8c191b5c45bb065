/** The errors about a data directory, a port or a server that a command can't use: the place, and the remedy. */
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { listen } from '../support/machine/loopback.ts';
import { program } from '../support/server/program.ts';
import { testTerminal, withoutInbox } from '../support/terminal/terminal.ts';

const terminal = testTerminal();
const at = (name: string) => join(terminal.home, name);
const tls = join(import.meta.dir, '../support/machine/tls');
const taken = createServer();
let https: ReturnType<typeof Bun.serve>;
const ports = { taken: 0, own: 0 };
let server: Awaited<ReturnType<typeof terminal.serve>>;

beforeAll(async () => {
  await terminal.channel();
  writeFileSync(at('file'), '');
  for (const name of ['newer', 'closed', 'read-only', 'no-state', 'no-channels'])
    cpSync(terminal.data, at(name), { recursive: true });
  using db = new Database(join(at('newer'), 'inbox.db'));
  db.run("insert into kysely_migration values ('9999_later', 'x')");
  damage('state');
  damage('channels');
  for (const way of [dirname(terminal.home), terminal.home]) chmodSync(way, 0o711);
  chmodSync(at('read-only'), 0o755);
  for (const file of ['inbox.db', 'inbox.lock']) chmodSync(join(at('read-only'), file), 0o644);
  ports.taken = await listen(taken);
  https = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: () => new Response(),
    tls: { key: Bun.file(join(tls, 'leaf.key')), cert: Bun.file(join(tls, 'leaf.pem')) },
  });
  server = await terminal.serve();
  ports.own = Number(new URL(server.url).port);
});
afterAll(async () => {
  taken.close();
  await https.stop(true);
  await terminal[Symbol.asyncDispose]();
});

/** Overwrites the first page of a table; the file is still a database. */
function damage(table: string): void {
  const file = join(at(`no-${table}`), 'inbox.db');
  using db = new Database(file);
  db.run('pragma wal_checkpoint(truncate)');
  const page = db.query<{ rootpage: number }, [string]>(
    'select rootpage from sqlite_schema where name = ?',
  );
  const start = ((page.get(table)?.rootpage ?? 0) - 1) * PAGE;
  db.close();
  writeFileSync(file, readFileSync(file).fill(0x5a, start, start + PAGE));
}
const PAGE = 4096;

type Row = [typed: () => string[], says: () => RegExp | string, env?: () => Record<string, string>];
const notDirectory = () =>
  `${at('file')} is not a directory. Set the data directory with --data or INBOX_DATA.`;
const newer = () =>
  `${at('newer')}/inbox.db was written by a newer version (it has 9999_later) and was not changed. Install that version or a later one, or restore an older backup (\`inbox backup list\`).`;
const damaged = () =>
  `${at('no-state')}/inbox.db cannot be read (database disk image is malformed). Restore a backup with \`inbox backup restore\` (\`inbox backup list\` lists them), or move this file away to start with an empty inbox`;
const inside = (name: string) => ['--data', at(name)];
const refused = (url: string) =>
  `The inbox at ${url} does not answer (connection refused). Is it running? Start it with \`inbox serve\`.`;
const nowhere = 'http://127.0.0.1:1';
const remote =
  (url: string, token = 'hu_no') =>
  () => ({ INBOX_URL: url, INBOX_TOKEN: token });

const rows: Record<string, Row> = {
  'list in a file': [() => ['list', ...inside('file')], notDirectory],
  'serve in a file': [() => ['serve', '--port', '0', ...inside('file')], notDirectory],
  'channel create in a file': [() => ['channel', 'create', 'x', ...inside('file')], notDirectory],
  'backup create in a file': [() => ['backup', 'create', ...inside('file')], notDirectory],
  'backup list in a file': [() => ['backup', 'list', ...inside('file')], notDirectory],
  'list of a newer one': [() => ['list', ...inside('newer')], newer],
  'serve of a newer one': [() => ['serve', '--port', '0', ...inside('newer')], newer],
  'list of a damaged one': [() => ['list', ...inside('no-state')], damaged],
  'serve of a damaged one': [() => ['serve', '--port', '0', ...inside('no-state')], damaged],
  'list at a damaged table': [
    () => ['channel', 'list', ...inside('no-channels')],
    () =>
      /^The database of the inbox is damaged\. On its machine, stop the server and restore a backup with `inbox backup restore`/,
  ],
  'init where none can be made': [
    () => ['init', '--yes', '--data', '/proc/nope'],
    () =>
      'The data directory /proc/nope cannot be created (no such directory). Choose another directory with --data or INBOX_DATA.',
  ],
  'serve on a port of another program': [
    () => ['serve', '--port', `${ports.taken}`, ...inside('closed')],
    () =>
      new RegExp(
        `^Port ${ports.taken} on 127.0.0.1 is in use by .+ \\(process ${process.pid}\\). Stop it, or choose another port with --port or INBOX_PORT$`,
      ),
  ],
  'serve on the port of another inbox': [
    () => ['serve', '--port', `${ports.own}`, ...inside('closed')],
    () =>
      new RegExp(
        `^Port ${ports.own} on 127.0.0.1 is in use by an inbox \\(process ${server.pid}\\)\\. Stop it, or `,
      ),
  ],
  'serve on an address of others': [
    () => ['serve', '--host', '192.0.2.1', '--port', '0', ...inside('closed')],
    () =>
      /^Cannot listen on 192.0.2.1:0: .+ Use an address of this machine for --host, such as 127.0.0.1 or 0.0.0.0$/,
  ],
  'list without a server': [() => ['list'], () => refused(nowhere), remote(nowhere)],
  'tail without a server': [() => ['tail'], () => refused(nowhere), remote(nowhere)],
  'login without a server': [() => ['login', nowhere, '--browser'], () => refused(nowhere)],
  'list of an unknown host': [
    () => ['list'],
    () =>
      'The inbox at http://nope.invalid does not answer (unknown host). Check the address for typos.',
    remote('http://nope.invalid'),
  ],
  'list with a certificate that is not trusted': [
    () => ['list'],
    () =>
      /does not answer \(.*certificate.*\)\. If your own certificate authority signed it, set NODE_EXTRA_CA_CERTS=FILE\.$/,
    () => remote(`https://127.0.0.1:${https.port}`)(),
  ],
  'list by https without a certificate': [
    () => ['list'],
    () => /does not answer \(no TLS at that address\)\. Try http:\/\/ instead of https:\/\/\.$/,
    () => remote(server.url.replace('http:', 'https:'))(),
  ],
};
for (const command of [['list'], ['tail'], ['whoami'], ['key', 'list']]) {
  rows[`${command.join(' ')} with a token that is no longer valid`] = [
    () => command,
    () =>
      `The token in INBOX_TOKEN is not valid here, or has expired. Log in again: \`inbox login ${server.url}\`, or unset it.`,
    () => remote(server.url)(),
  ];
}

test.each(Object.entries(rows))('%s names the place and what to do', async (_, row) => {
  const [typed, says, env = () => ({})] = row;
  const { code, stdout, stderr } = await terminal.run(typed(), { env: env() });
  expect([code === 0, stdout]).toEqual([false, '']);
  const sentence = stderr.replace(/^error: /, '').trimEnd();
  const wanted = says();
  if (typeof wanted === 'string') expect(sentence).toBe(wanted);
  else expect(sentence).toMatch(wanted);
});

const setpriv = process.getuid?.() === 0 ? Bun.which('setpriv') : null;
const asNobody = (args: string[]) => {
  const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups'];
  const env = { HOME: '/nonexistent', PATH: `${process.env.PATH}` };
  const ran = Bun.spawnSync([`${setpriv}`, ...nobody, ...program, ...args], { env });
  const [stdout, stderr] = [ran.stdout, ran.stderr].map((said) => said.toString().trimEnd());
  return { code: ran.exitCode, stdout, stderr: withoutInbox(stderr ?? '') };
};

test.skipIf(setpriv === null)("names another user's directory and what to do", () => {
  const mend = 'Run this as its owner, or choose another directory with --data or INBOX_DATA.';
  for (const command of [
    ['list'],
    ['serve', '--port', '0'],
    ['backup', 'create'],
    ['backup', 'list'],
    ['backup', 'status'],
  ]) {
    const says = `error: ${at('closed')} cannot be read (permission denied). ${mend}`;
    expect([command, asNobody([...command, ...inside('closed')])]).toMatchObject([
      command,
      { code: 1, stderr: says },
    ]);
  }
  const doctor = asNobody(['doctor', ...inside('closed/inside')]);
  expect([doctor.code, doctor.stdout]).toEqual([
    1,
    expect.stringContaining(`${at('closed/inside')} cannot be read (permission denied)`),
  ]);
  for (const command of [['list'], ['serve', '--port', '0'], ['backup', 'create']]) {
    const says = `error: ${at('read-only')} cannot be written (permission denied). ${mend}`;
    expect([command, asNobody([...command, ...inside('read-only')])]).toMatchObject([
      command,
      { code: 1, stderr: says },
    ]);
  }
});
