/** A real server on a free port and a directory of its own. */
import type { Logger } from 'pino';
import { configOf, type Flags, readSettings } from '../../../src/config.ts';
import type { NewKey } from '../../../src/core/access/schema.ts';
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { Issue } from '../../../src/core/errors.ts';
import { silentLog } from '../../../src/log.ts';
import { findRun } from '../../../src/run-file.ts';
import { startServer } from '../../../src/server.ts';
import { emptyDirectory } from '../inbox/empty.ts';
import { removeDirectory } from '../machine/directory.ts';
import { expectDocumented } from './documented.ts';

/** The body of an error, for those who expect one. */
export type Failure = { statusCode: number; message: string; errors: Issue[] };
export type Answer<T> = { status: number; body: T; headers: Headers };
export type Client = ReturnType<typeof clientOf>;
export type TestServer = Awaited<ReturnType<typeof testServer>>;

/** In this process, from the source. */
export async function testServer(flags: Flags = {}, log: Logger = silentLog()) {
  const data = await emptyDirectory();
  const read = readSettings({ data, port: '0', ...flags }, {});
  const server = await startServer(configOf(read), log, read);
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= server.stop());
  return {
    ...(await callersOf(server.url, data)),
    setUpUrl: server.setUpUrl,
    stop,
    async [Symbol.asyncDispose]() {
      await stop();
      removeDirectory(data);
    },
  };
}

/** Who calls the server that runs on a data directory. */
export async function callersOf(url: string, data: string) {
  const ownerHeaders = { authorization: `Bearer ${findRun(data)?.token}` };
  const owner = clientOf(url, ownerHeaders);
  const key = (secret: string) => clientOf(url, credential(secret));
  const { body: agentKey } = await owner.post<NewKey>('/keys', { name: 'Agent' });
  let channels = 0;
  return {
    url,
    data,
    agentKey,
    /**
     * Callers: an agent of all channels, the owner, nobody, or the holder of a `hp_` or `hu_`
     * secret.
     */
    as: { agent: key(agentKey.key), owner, ownerHeaders, nobody: clientOf(url, {}), key },
    async channel(input = {}): Promise<Agent> {
      channels += 1;
      const name = channels === 1 ? 'Bot' : `Bot ${channels}`;
      return (await owner.post<Agent>('/agents', { name, ...input })).body;
    },
  };
}

const credential = (secret: string): Record<string, string> =>
  secret.startsWith('hp_') ? { 'x-api-key': secret } : { authorization: `Bearer ${secret}` };

/** The API as one caller; paths are relative to `/api/v1`. */
export function clientOf(url: string, headers: Record<string, string>) {
  async function call<T>(path: string, init: RequestInit = {}): Promise<Answer<T>> {
    const sent = { ...headers, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}/api/v1${path}`, { ...init, headers: sent });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const body = isJson ? JSON.parse(text) : text;
    await expectDocumented(url, init.method ?? 'GET', `/api/v1${path}`, response, body);
    return {
      status: response.status,
      body: body as T,
      headers: response.headers,
    };
  }
  const withBody =
    (method: string) =>
    <T = Failure>(path: string, body?: unknown, more: Record<string, string> = {}) =>
      call<T>(path, {
        method,
        headers: { 'content-type': 'application/json', ...more },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
  return {
    get: <T = Failure>(path: string, init: RequestInit = {}) => call<T>(path, init),
    post: withBody('POST'),
    patch: withBody('PATCH'),
    put: withBody('PUT'),
    delete: <T = Failure>(path: string) => call<T>(path, { method: 'DELETE' }),
    /** Any request, sent as it is given. */
    send: <T = Failure>(path: string, init: RequestInit) => call<T>(path, init),
  };
}
