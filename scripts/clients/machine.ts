/** The machine of a run: a network of its own that has loopback alone, the pinned clients, an inbox, terminals. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { $ } from 'bun';
import type { NewKey } from '../../src/core/access/schema.ts';
import type { JsonObject } from '../../src/core/json.ts';
import type { Message } from '../../src/core/messages/schema.ts';
import { findRun } from '../../src/run-file.ts';

/** On Node 20 npm would pick an older Claude Code, whose headless mode calls no hook. */
export const VERSIONS = {
  claude: { '@anthropic-ai/claude-code': '2.1.332' },
  opencode: { 'opencode-ai': '1.18.33' },
};
export type Client = keyof typeof VERSIONS;

/** Installs the clients once for each version; returns the directory of their programs. */
export async function installClients(): Promise<string> {
  const all = Object.assign({}, ...Object.values(VERSIONS)) as Record<string, string>;
  const name = Object.values(all).join('_');
  const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'agent-inbox');
  const directory = join(cache, 'clients', name);
  const bin = join(directory, 'node_modules', '.bin');
  if (!existsSync(join(bin, 'claude')) || !existsSync(join(bin, 'opencode'))) {
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, 'package.json'), '{}');
    const packages = Object.entries(all).map(([one, version]) => `${one}@${version}`);
    await $`npm install --no-audit --no-fund ${packages}`.cwd(directory);
  }
  return bin;
}

const NAMESPACE = `inbox-clients-${process.pid}`;

/** Runs this script again in a namespace without a network; null if the machine has none. */
export async function runOffline(args: string[]): Promise<number | null> {
  const made = await $`ip netns add ${NAMESPACE}`.quiet().nothrow();
  if (made.exitCode !== 0) return null;
  try {
    await $`ip netns exec ${NAMESPACE} ip link set lo up`;
    const child = Bun.spawn(['ip', 'netns', 'exec', NAMESPACE, process.execPath, ...args], {
      stdio: ['inherit', 'inherit', 'inherit'],
    });
    return await child.exited;
  } finally {
    await $`ip netns del ${NAMESPACE}`.quiet().nothrow();
  }
}

export type Box = Awaited<ReturnType<typeof startBox>>;

/** An inbox of the built executable, with an owner who decides. */
export async function startBox(executable: string, directory: string, { port = 0 } = {}) {
  const data = join(directory, 'data');
  const env = { PATH: process.env.PATH, HOME: directory, INBOX_DATA: data };
  const serve = (at: number) =>
    Bun.spawn([executable, 'serve', '--port', `${at}`], {
      env,
      stdio: ['ignore', 'ignore', 'ignore'],
    });
  let child = serve(port);
  const run = async () => until(async () => findRun(data), 'the server');
  const { url, token } = await run();
  const api = async <T>(path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const channel = await api<{ id: string }>('/agents', { name: 'Agents' });
  const key = await api<NewKey>('/keys', { name: 'agent@here', channels: [channel.id] });
  const pending = () => api<Message[]>(`/reviews/pending?channel=${channel.id}&order=oldest`);
  return {
    url,
    executable,
    data,
    key: key.key,
    channelId: channel.id,
    pending,
    /** Waits for a question that is not among these. */
    asked: (known: string[] = []) =>
      until(async () => (await pending()).find(({ id }) => !known.includes(id)), 'a question'),
    read: (id: string) => api<Message>(`/messages/${id}`),
    questions: async () => {
      const { data } = await api<{ data: Message[] }>(`/messages?channel=${channel.id}&limit=100`);
      return data.filter(({ review }) => review !== null);
    },
    decide: (id: string, response: JsonObject) => api(`/reviews/${id}/respond`, { response }),
    ended: (id: string) =>
      until(async () => {
        const message = await api<Message>(`/messages/${id}`);
        return message.review?.status === 'pending' ? undefined : message;
      }, `the end of ${id}`),
    async kill() {
      child.kill('SIGKILL');
      await child.exited;
    },
    async startAgain() {
      child = serve(Number(new URL(url).port));
      await until(async () => (await fetch(`${url}/health`).catch(() => null))?.ok, 'the server');
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.exited;
    },
  };
}

const PATIENCE_MS = 45_000;

export async function until<T>(
  look: () => Promise<T>,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<NonNullable<T>> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`${what} never came`);
    await Bun.sleep(100);
  }
}

export type Terminal = Awaited<ReturnType<typeof openTerminal>>;

/** A program in a terminal of 150 × 50. */
export async function openTerminal(
  directory: string,
  command: string[],
  env: Record<string, string | undefined>,
) {
  const socket = join(directory, 'tmux');
  const run = join(directory, 'run.sh');
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  const set = Object.entries(env).map(([name, value]) => `${name}=${quoted(value ?? '')}`);
  await writeFile(
    run,
    `#!/bin/sh\ncd ${quoted(join(directory, 'work'))}\nenv -i ${set.join(' ')} ${command.map(quoted).join(' ')}\necho "exit $?"\nsleep 600\n`,
    { mode: 0o700 },
  );
  await $`tmux -S ${socket} -f /dev/null new-session -d -s one -x 150 -y 50 ${run}`.env({
    PATH: process.env.PATH,
    TERM: 'xterm-256color',
  });
  const screen = async () =>
    (await $`tmux -S ${socket} capture-pane -p -t one`.quiet().nothrow()).text();
  return {
    screen,
    shows: (pattern: RegExp) =>
      until(async () => pattern.test(await screen()), `${pattern}`).catch(async (error) => {
        throw new Error(`${error.message}:\n${await screen()}`);
      }),
    async press(...keys: string[]) {
      for (const key of keys) {
        await $`tmux -S ${socket} send-keys -t one ${key}`;
        await Bun.sleep(300);
      }
    },
    async [Symbol.asyncDispose]() {
      await $`tmux -S ${socket} kill-server`.quiet().nothrow();
    },
  };
}
