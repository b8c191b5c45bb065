/** Sends hostile requests to a server, and tells what held its event loop. */

import type { FuzzServer, Gap } from './fuzz-server.ts';
import { type Hostile, hostileRequest } from './hostile-requests.ts';
import { type HostileWorld, hostileWorld } from './hostile-world.ts';
import { client } from './sockets.ts';

export type Hold = { heldMs: number; during: string };

const AT_ONCE = 4;
const NEW_WORLD_EVERY = 2000;
const READERS = 20;
const HANGS_MS = 60_000;

type Sent = { name: string; from: number; to: number };
const now = () => performance.timeOrigin + performance.now();

export async function hostileRun(server: FuzzServer, count: number, random: () => number) {
  const holds: Hold[] = [];
  const statuses: Record<number, number> = {};
  let sent: Sent[] = [];

  async function timed(name: string, work: () => Promise<unknown>): Promise<void> {
    const from = now();
    await work().finally(() => sent.push({ name, from, to: now() }));
  }

  async function send(
    name: string,
    { key }: HostileWorld,
    { by, method, path, headers, body }: Hostile,
  ) {
    const credential = {
      agent: { 'x-api-key': key },
      owner: { authorization: `Bearer ${server.token}` },
      nobody: {},
    };
    const signal = AbortSignal.timeout(HANGS_MS);
    const init = {
      method,
      headers: { ...credential[by], ...headers },
      signal,
      ...(body === undefined ? {} : { body }),
    };
    const response = await fetch(`${server.url}/api/v1${path}`, init as RequestInit).catch(
      (error) => {
        throw new Error(
          `${name}: ${method} ${path.slice(0, 200)} ${body?.slice(0, 200)}: ${error.message}`,
        );
      },
    );
    const text = await response.text();
    statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    if (response.status >= 500)
      throw new Error(`${name} is answered ${response.status} ${text.slice(0, 500)}`);
  }

  async function look(): Promise<void> {
    for (const gap of await server.gaps()) holds.push({ heldMs: gap.heldMs, during: causes(gap) });
    sent = [];
  }
  const causes = (gap: Gap) => {
    const names = sent
      .filter(({ from, to }) => from < gap.to && to > gap.from)
      .map(({ name }) => name);
    return [...new Set(names)].sort().join(', ') || 'no request';
  };

  // The start is over.
  await server.gaps();
  const questions = async () => {
    let made: HostileWorld | undefined;
    await timed('questions', async () => {
      made = await hostileWorld(server);
    });
    return made as HostileWorld;
  };
  let world = await questions();
  await timed('first documents', async () => {
    for (const path of ['/openapi.json', '/docs']) await (await fetch(server.url + path)).text();
  });
  let residentBefore = 0;
  for (let start = 0; start < count; start += NEW_WORLD_EVERY) {
    let left = Math.min(NEW_WORLD_EVERY, count - start);
    const one = async () => {
      while (left-- > 0) {
        const { name, request } = hostileRequest(world, random);
        await timed(name, () => send(name, world, request));
      }
    };
    await Promise.all([
      ...Array.from({ length: AT_ONCE }, one),
      timed('deltas', () => flood(server, world)),
    ]);
    await look();
    // The first brings down what was there before, with its whole history.
    const gone = start === 0 ? [world.channel, world.large] : [world.channel];
    for (const id of gone) {
      await timed('channel removed', () =>
        send('channel removed', world, { by: 'owner', method: 'DELETE', path: `/agents/${id}` }),
      );
    }
    world = await questions();
    await look();
    if (residentBefore === 0 && start + NEW_WORLD_EVERY >= count / 5)
      residentBefore = await server.residentBytes();
  }
  const residentAfter = await server.residentBytes();
  return { holds, statuses, worst: await server.worst(), residentBefore, residentAfter };
}

/** Deltas of every size, faster than anybody reads, to people who hear each. */
async function flood({ url, token }: FuzzServer, { key, channel }: HostileWorld): Promise<void> {
  const readers = Array.from({ length: READERS }, () => client(url, { auth: { token } }));
  const agent = client(url, { auth: { apiKey: key } });
  const all = [agent, ...readers];
  await Promise.all(
    all.map((one) => new Promise((resolve) => one.once('connect', () => resolve(one)))),
  );
  for (const size of [100, 20_000, 60_000, 250_000]) {
    for (let turn = 0; turn < 20; turn++) {
      const delta = { channelId: channel, streamId: 's1', delta: 'x'.repeat(size) };
      for (let n = 0; n < 4; n++) agent.emit('message:delta', delta);
      await Bun.sleep(10);
    }
  }
  for (const one of all) one.disconnect();
}
