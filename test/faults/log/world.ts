/** One inbox on one port, over kills and restores, and what its owner finds in the log afterwards. */
import { join } from 'node:path';
import type { NewKey, NewToken } from '../../../src/core/access/schema.ts';
import { callAs, openChannel } from '../../support/faults/load.ts';
import { removeDirectory, temporaryDirectory } from '../../support/machine/directory.ts';
import { freePort } from '../../support/machine/free-port.ts';
import { serveInProcess } from '../../support/server/process.ts';
import { program } from '../../support/server/program.ts';
import type { Event } from './followers.ts';
import { historyOf } from './journal.ts';

export type World = Awaited<ReturnType<typeof createWorld>>;
type Running = Awaited<ReturnType<typeof serveInProcess>>;

export async function createWorld() {
  const data = temporaryDirectory();
  const env = { INBOX_RATE_LIMIT: 'off', INBOX_PORT: `${freePort()}` };
  let up = Promise.withResolvers<void>();
  let halfway = Promise.withResolvers<void>();
  let server: Running;
  let backups = 0;

  async function start(): Promise<void> {
    server = await serveInProcess(data, env);
    if (server.url === '') throw new Error('The server does not come up');
    up.resolve();
  }

  async function kill(): Promise<void> {
    up = Promise.withResolvers();
    halfway = Promise.withResolvers();
    await server.end('SIGKILL');
  }

  await start();
  return {
    start,
    kill,
    server: () => server,
    /** Resolves while it serves: who has lost it tries again then, and not before. */
    up: () => up.promise,
    /** Resolves for those who come back when much has happened again. */
    upLate: () => halfway.promise,
    passHalf: () => halfway.resolve(),
    backUp: () => runProgram(data, ['create', join(data, `${++backups}.tar.gz`)]),
    /** The last of them. */
    restore: () => runProgram(data, ['restore', join(data, `${backups}.tar.gz`), '--yes']),
    /** Serves the directory elsewhere for a moment, where no follower finds it. */
    async elsewhere<T>(look: (server: Running) => Promise<T>): Promise<T> {
      const other = await serveInProcess(data, { INBOX_RATE_LIMIT: 'off' });
      return look(other).finally(() => other.end('SIGKILL'));
    },
    async [Symbol.asyncDispose]() {
      await kill();
      removeDirectory(data);
    },
  };
}

/** An owner, an agent of one channel and a reviewer of the other; the credentials outlive a restart. */
export async function callersOf({ server }: World) {
  const owner = callAs(server(), 'owner');
  const [first, second] = [await openChannel(server()), await openChannel(server())];
  const key = await owner<NewKey>('POST', '/keys', { name: 'One channel', channels: [first] });
  const email = 'reviewer@example.com';
  await owner('POST', '/users', { email, name: 'Reviewer', channels: [second] });
  const tokenOf = async (of: object) =>
    (await owner<NewToken>('POST', '/tokens', { name: 'Follower', ...of })).body.token;
  const person = (token: string) => ({
    headers: { authorization: `Bearer ${token}` },
    auth: { token },
  });
  return {
    channels: [first, second] as const,
    owner: { ...person(await tokenOf({})), receives: first, all: true },
    agent: {
      headers: { 'x-api-key': key.body.key },
      auth: { apiKey: key.body.key, channels: [first] },
      receives: first,
      all: false,
    },
    reviewer: { ...person(await tokenOf({ email })), receives: second, all: false },
  };
}

/** The history of the log, and the seq of its newest event. */
export async function newestOf({ url, token }: Running): Promise<{ log: string; seq: number }> {
  const headers = { authorization: `Bearer ${token}` };
  const { headers: said } = await fetch(`${url}/api/v1/agents`, { headers });
  return { log: historyOf(`${said.get('inbox-log')}`), seq: Number(said.get('inbox-seq')) };
}

/** Every event after one, as an owner lists them; throws where a number is missing. */
export async function listEvents(server: Running, from: number): Promise<Event[]> {
  const events: Event[] = [];
  for (let after = from, more = true; more; ) {
    const path = `/events?after=${after}`;
    const { status, body } = await callAs(server, 'owner')<Page>('GET', path);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    for (const one of body.data) {
      const expected = from + 1 + events.length;
      if (one.seq !== expected) throw new Error(`${one.seq} is listed in place of ${expected}`);
      events.push(one);
    }
    ({ nextAfter: after, more } = body);
  }
  return events;
}
type Page = { data: Event[]; nextAfter: number; more: boolean };

async function runProgram(data: string, args: string[]): Promise<void> {
  const child = Bun.spawn([...program, 'backup', ...args, '--data', data], {
    env: { HOME: data },
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`backup ${args[0]}: ${said}`);
}
