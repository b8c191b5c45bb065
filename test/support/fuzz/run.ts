/** Sends requests to a server in a process of its own, and judges what comes of them. */

import type { FuzzServer, Gap } from '../event-loop/server.ts';
import { expectDocumented } from '../server/documented.ts';
import { type Fuzzed, type Ready, ready } from './requests.ts';
import { makeWorld, type World } from './world.ts';

const NEW_WORLD_EVERY = 50;
const LOOK_EVERY = 10;
/** On a busy machine few requests are served without a gap; what holds the loop is never. */
const ATTEMPTS = 20;
const HANGS_MS = 20_000;

type Sent = Ready & Pick<Gap, 'from' | 'to'>;

/** Throws for the first request that is answered wrongly, or that holds the loop over 50 ms. */
export function fuzzRun(server: FuzzServer) {
  let world: World | undefined;
  let rounds = 0;
  let sent: Sent[] = [];
  const statuses: Record<number, number> = {};

  async function send(request: Ready): Promise<Response> {
    const init = { ...request, redirect: 'manual', signal: AbortSignal.timeout(HANGS_MS) } as const;
    return fetch(server.url + request.path, init);
  }

  async function sendAndJudge(request: Ready, world: World): Promise<void> {
    const from = performance.timeOrigin + performance.now();
    try {
      const response = await send(request);
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      await judge(server, request, response, world);
    } catch (error) {
      throw new Error(`${shown(request)}\n${(error as Error).message}`);
    } finally {
      sent.push({ ...request, from, to: performance.timeOrigin + performance.now() });
    }
  }

  /** A gap may be the machine's; one that comes each time that a request is sent alone is not. */
  async function mustNotHold(request: Ready): Promise<void> {
    for (let time = 0; time < ATTEMPTS; time++) {
      await server.gaps();
      await (await send(request)).bytes();
      if ((await server.gaps()).length === 0) return;
    }
    throw new Error(`${shown(request)}\nholds the event loop for over 50 ms`);
  }

  async function look(): Promise<void> {
    const gaps = await server.gaps();
    const suspects = sent.filter((one) =>
      gaps.some((gap) => one.from < gap.to && one.to > gap.from),
    );
    sent = [];
    for (const suspect of suspects) await mustNotHold(suspect);
  }

  return {
    statuses,
    look,
    /** Runs all of them at the same time. */
    async round(batch: Fuzzed[]): Promise<void> {
      if (!world || rounds % NEW_WORLD_EVERY === 0) world = await makeWorld(server);
      const current = world;
      await Promise.all(batch.map((one) => sendAndJudge(ready(one, current), current)));
      if (++rounds % LOOK_EVERY === 0) await look();
    },
  };
}

async function judge(
  { url }: FuzzServer,
  { method, path }: Ready,
  response: Response,
  world: World,
): Promise<void> {
  const { status, headers } = response;
  const text = await response.text();
  if (status >= 500) throw new Error(`is answered ${status} ${text}`);
  if (!headers.has('x-request-id')) throw new Error(`is answered ${status} without x-request-id`);
  const isJson = headers.get('content-type')?.startsWith('application/json') && method !== 'HEAD';
  const isDownload = path.includes('/download') && status < 300;
  const body = isJson && !isDownload ? wellFormed(JSON.parse(text)) : undefined;
  // A person's browser is sent to this one.
  const isPage = path.startsWith('/api/v1/oauth/callback') && status === 400;
  if (status >= 400 && method !== 'HEAD' && !isPage) mustBeError(status, body);
  if (body !== undefined) {
    await expectDocumented(url, method, new URL(url + path).pathname, response, body);
  }
  if (method === 'POST' && status < 300) learn(path, body, world);
}

/** The validator of the answers cannot take a key with half a surrogate pair, which JSON may have. */
function wellFormed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(wellFormed) as T;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [
    key.toWellFormed(),
    wellFormed(inner),
  ]);
  return Object.fromEntries(entries);
}

function mustBeError(
  status: number,
  body: { statusCode?: unknown; message?: unknown } | undefined,
) {
  if (body?.statusCode === status && typeof body.message === 'string') return;
  throw new Error(`is answered ${status} with ${JSON.stringify(body)}`);
}

const made: Record<string, string> = {
  messages: 'message',
  agents: 'channel',
  files: 'file',
  keys: 'key',
  users: 'user',
  tokens: 'token',
};

function learn(path: string, body: { id?: unknown } | undefined, { know }: World): void {
  const [, resource = ''] = /^\/api\/v1\/(\w+)/.exec(path) ?? [];
  const kind = made[resource];
  if (kind) know(kind, body?.id);
}

function shown({ method, path, headers, body = '' }: Ready): string {
  const cut = body.length > 3000 ? `${body.slice(0, 3000)}… (${body.length})` : body;
  return `${method} ${path} ${JSON.stringify(headers)} ${cut}`;
}
