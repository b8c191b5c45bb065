/** An ntfy server as its documentation describes it: publishes as JSON, and deletes by `sequence_id`. */
import { type Received, testReceiver } from '../delivery/http-receiver.ts';

/** What a phone that subscribes to the topic shows. */
type Shown = { topic: string; title: string; message: string; priority: number; click: string };
type Options = {
  /** Servers before 2.16 know no `sequence_id`, and show everything they are sent. */
  version?: string;
  /** The only access token; without it, anyone may publish. */
  token?: string;
  /** Runs first; a status that it returns is the answer. */
  before?: (request: Received) => Promise<number | null>;
};

export type Ntfy = ReturnType<typeof testNtfy>;

export function testNtfy({ version = '2.17', token, before }: Options = {}) {
  const shown = new Map<string, Shown>();
  const isOld = version < '2.16';
  let count = 0;
  const receiver = testReceiver(async (request) => {
    const { method, path, headers, body } = request;
    const refusal = await before?.(request);
    if (refusal) return refusal;
    if (token !== undefined && headers.get('authorization') !== `Bearer ${token}`) return 401;
    if (path === '/v1/health') return Response.json({ healthy: true });
    count++;
    if (method === 'DELETE') return shown.delete(path.slice(1)) ? 200 : 404;
    const { sequence_id, ...message } = JSON.parse(body);
    const id = `msg-${count}`;
    shown.set(`${message.topic}/${isOld ? id : sequence_id}`, message);
    return Response.json({ id, event: 'message', ...(isOld ? {} : { sequence_id }) });
  });
  return {
    ...receiver,
    /** What each topic's phones show now, the oldest first. */
    shown: (topic: string) => [...shown.values()].filter((one) => one.topic === topic),
  };
}
