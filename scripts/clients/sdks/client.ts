/** A program that asks with an SDK, and the owner who reads and answers what it asks. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NewKey } from '../../../src/core/access/schema.ts';
import type { Agent } from '../../../src/core/channels/schema.ts';
import type { Message } from '../../../src/core/messages/schema.ts';
import type { ReviewRecord } from '../../../src/core/reviews/schema.ts';
import type { Result } from '../../../src/mcp/results.ts';
import { executable } from '../connect.ts';
import type { TestInbox } from '../inbox.ts';
import { eventually } from '../session.ts';
import type { Sdk } from './installed.ts';

export type Way = 'HTTP' | 'stdio';
type Wanted = {
  sdk: Sdk;
  way: Way;
  /** Another server, such as one in front of the inbox. */
  url?: string;
  path?: string;
  /** The key of another program. */
  key?: string;
};
export type Returned = {
  isError?: boolean;
  structuredContent?: unknown;
  content: { text: string }[];
};
type Line = { speaks?: string; id?: number; result?: Returned; error?: string };
export type Asking = Awaited<ReturnType<typeof startAsking>>;

/** How a program names itself. */
export const NAME = 'probe';
let channels = 0;

/** A channel of its own, with a key, and its owner. */
export async function newChannel(inbox: TestInbox) {
  const owner = inbox.owner();
  const { body: channel } = await owner.post<Agent>('/agents', { name: `SDK ${++channels}` });
  const input = { name: 'sdk@here', channels: [channel.id] };
  const { body } = await owner.post<NewKey>('/keys', input);
  const pending = async () => {
    const path = `/reviews/pending?channel=${channel.id}&limit=100`;
    return (await inbox.owner().get<Message[]>(path)).body;
  };
  return {
    key: body.key,
    pending,
    /** Resolves to the question with this title, once it is asked. */
    asked: (title: string) =>
      eventually(`${title} is asked`, async () =>
        (await pending()).find(({ review }) => review?.payload.title === title),
      ),
    async respond({ id }: { id: string }, response: object) {
      const { status, body } = await inbox.owner().post(`/reviews/${id}/respond`, { response });
      if (status !== 200) throw new Error(`answering ${id}: ${status} ${JSON.stringify(body)}`);
    },
    read: async (id: string) => (await inbox.owner().get<Message>(`/messages/${id}`)).body,
    /** By which way the program first got the answer. */
    async told(id: string) {
      const { body } = await inbox.owner().get<ReviewRecord>(`/reviews/${id}/record`);
      return body.told?.by ?? null;
    },
    status: async () =>
      (await inbox.owner().get<Agent>(`/agents/${channel.id}`)).body.statusMessage,
  };
}

export async function startAsking(inbox: TestInbox, wanted: Wanted) {
  const { sdk, way, url = inbox.url, path = '/mcp', key } = wanted;
  const home = mkdtempSync(join(tmpdir(), 'inbox-sdk-'));
  const env = { HOME: home, PATH: process.env.PATH ?? '', INBOX_URL: url, INBOX_API_KEY: key };
  const driven = {
    ...sdk.driven,
    name: NAME,
    ...(way === 'stdio'
      ? { command: [executable, 'mcp'], env }
      : { url: `${url}${path}`, headers: { authorization: `Bearer ${key}` } }),
  };
  const child = Bun.spawn(sdk.driver, {
    env: { HOME: home, PATH: process.env.PATH, INBOX_DRIVEN: JSON.stringify(driven) },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const said = new Response(child.stderr).text();
  const under = new Map<number, (line: Line) => void>();
  const begun = Promise.withResolvers<string>();
  void read();
  let calls = 0;

  async function read(): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of child.stdout) {
      const lines = (text + decoder.decode(part, { stream: true })).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines.map((one): Line => JSON.parse(one))) {
        if (line.id === undefined) begun.resolve(line.speaks ?? 'an unknown version');
        else under.get(line.id)?.(line);
      }
    }
    const error = `it has ended: ${(await said).trim()}`;
    begun.reject(new Error(error));
    for (const end of under.values()) end({ error });
  }

  const write = (line: object) => {
    child.stdin.write(`${JSON.stringify(line)}\n`);
    void child.stdin.flush();
  };

  /** Calls a tool; `timeout` is of the SDKs that would give up after a minute. */
  function begin(tool: string, input: object, timeout?: number) {
    const id = ++calls;
    const { promise, resolve } = Promise.withResolvers<Line>();
    under.set(id, resolve);
    write({ id, tool, input, timeout });
    return { line: promise, cancel: () => write({ cancel: id }) };
  }

  async function raw(tool: string, input: object, timeout?: number): Promise<Returned> {
    const { result, error } = await begin(tool, input, timeout).line;
    if (result) return result;
    throw new Error(`${tool}: ${error}`);
  }

  let closing: Promise<void> | undefined;
  async function close(): Promise<void> {
    child.stdin.end();
    const slow = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await child.exited;
    clearTimeout(slow);
    rmSync(home, { recursive: true, force: true });
  }

  return {
    speaks: await begun.promise,
    begin,
    raw,
    async call<T = Result>(tool: string, input: object): Promise<T> {
      const { isError, content, structuredContent } = await raw(tool, input);
      if (isError) throw new Error(`${tool}: ${content[0]?.text}`);
      return structuredContent as T;
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  };
}
