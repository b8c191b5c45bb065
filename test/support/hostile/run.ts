/** Sends hostile requests to a server, and reports what blocked its event loop. */

import { openMany, sayRaw } from '../clients/raw.ts';
import { client } from '../clients/sockets.ts';
import type { FuzzServer, Gap } from '../event-loop/server.ts';
import { KIND } from '../event-loop/turns.ts';
import { type Hostile, hostileRequest } from './requests.ts';
import { type HostileWorld, hostileWorld } from './world.ts';

export type Hold = Pick<Gap, 'heldMs' | 'during'>;

const AT_ONCE = 8;
const NEW_WORLD_EVERY = 10_000;
/** Forty thousand of a million; in a short run enough for each kind. */
const heavyShareOf = (count: number) => Math.max(0.04, 300 / count);
/** The number of messages whose ids are known. */
const RECENT = 20;
const READERS = 20;
const UNREAD = 60;
const HANGS_MS = 300_000;

export async function hostileRun(server: FuzzServer, count: number, random: () => number) {
  const holds: Hold[] = [];
  const statuses: Record<number, number> = {};
  const unread: Awaited<ReturnType<typeof openMany>>[] = [];

  async function send(
    name: string,
    { key, recent }: HostileWorld,
    { by, method, path, headers, body, way }: Hostile,
  ) {
    const credential = {
      agent: { 'x-api-key': key },
      owner: { authorization: `Bearer ${server.token}` },
      nobody: {},
    };
    const said = { [KIND]: name, ...credential[by], ...headers };
    const line = `${method} /api/v1${path}`;
    if (way === 'unread') return stay(await openMany(server.url, 1, rawRequest(line, said)));
    if (way === 'endless') {
      const length = `${Buffer.byteLength(body ?? '') + 1}`;
      const head = rawRequest(line, { ...said, 'content-length': length });
      return stay(await openMany(server.url, 1, head + body));
    }
    if (way === 'chunked') {
      const chunked = { ...said, 'transfer-encoding': 'chunked', connection: 'close' };
      const answer = await sayRaw(server.url, `${rawRequest(line, chunked)}0\r\n\r\n`);
      return note(name, Number(answer.slice(9, 12)), answer);
    }
    const signal = AbortSignal.timeout(HANGS_MS);
    const init = {
      method,
      headers: said,
      signal,
      ...(body === undefined ? {} : { body }),
    };
    const response = await fetch(`${server.url}/api/v1${path}`, init as RequestInit).catch(
      (error) => {
        const sent = `${method} ${path.slice(0, 200)} ${body?.slice(0, 200)}`;
        const ended = server.hasEnded() ? ', and the server has ended' : '';
        throw new Error(`${name}: ${sent}: ${error.message}${ended}`);
      },
    );
    const text = await response.text();
    note(name, response.status, text);
    if (response.status === 201 && path === '/messages') learn(recent, text);
  }

  function note(name: string, status: number, text: string): void {
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status >= 500) throw new Error(`${name} is answered ${status} ${text.slice(0, 500)}`);
  }

  function learn(recent: string[], answer: string): void {
    const [, id] = /"id":"([^"]+)"/.exec(answer) ?? [];
    if (id && recent.push(id) > RECENT) recent.shift();
  }

  /** The latest stay for a while. */
  function stay(client: Awaited<ReturnType<typeof openMany>>): void {
    for (const socket of client.open) socket.pause();
    unread.push(client);
    if (unread.length > UNREAD) unread.shift()?.[Symbol.dispose]();
  }

  async function look(): Promise<void> {
    const gaps = await server.gaps();
    for (const { heldMs, during } of gaps) console.log(`${heldMs.toFixed(0)} ms during ${during}`);
    holds.push(...gaps);
  }

  // The start is over.
  await server.gaps();
  let world = await hostileWorld(server);
  for (const path of ['/openapi.json', '/docs']) await (await fetch(server.url + path)).text();
  const heavyShare = heavyShareOf(count);
  let residentBefore = 0;
  for (let start = 0; start < count; start += NEW_WORLD_EVERY) {
    let left = Math.min(NEW_WORLD_EVERY, count - start);
    const one = async () => {
      while (left-- > 0) {
        const { name, request } = hostileRequest(world, random, heavyShare);
        await send(name, world, request);
      }
    };
    await Promise.all([...Array.from({ length: AT_ONCE }, one), flood(server, world)]);
    await look();
    if (start > 0) console.log(`${start + NEW_WORLD_EVERY} requests`);
    // The first brings the existing content, with its whole history.
    const gone = start === 0 ? [world.channel, world.large] : [world.channel];
    for (const id of gone) {
      await send('channel removed', world, {
        by: 'owner',
        method: 'DELETE',
        path: `/agents/${id}`,
      });
    }
    world = await hostileWorld(server);
    await look();
    if (residentBefore === 0 && start + NEW_WORLD_EVERY >= count / 5)
      residentBefore = await server.residentBytes();
  }
  const residentAfter = await server.residentBytes();
  return { holds, statuses, worst: await server.worst(), residentBefore, residentAfter };
}

const rawRequest = (line: string, headers: Record<string, string>) =>
  `${line} HTTP/1.1\r\nHost: localhost\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;

/** Deltas of every size, faster than they can be read, to people who receive each. */
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
