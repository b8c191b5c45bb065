/**
 * An ntfy server as its documentation describes it: publishes as JSON, deletes by `sequence_id`, keeps
 * what is published to a topic, and streams it; and the phone that shows it and whose buttons are pressed.
 */
import { type Received, testReceiver } from '../delivery/http-receiver.ts';
import { testTopics } from './ntfy-topics.ts';

type Action = {
  action: string;
  label: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  clear: boolean;
};
/** The notifications on a phone that subscribes to the topic. */
type Shown = {
  topic: string;
  title: string;
  message: string;
  priority: number;
  click: string;
  actions?: Action[];
};
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
  const topics = testTopics();
  let count = 0;
  const receiver = testReceiver(async (request) => {
    const { method, path, search, headers, body } = request;
    const refusal = await before?.(request);
    if (refusal) return refusal;
    if (token !== undefined && headers.get('authorization') !== `Bearer ${token}`) return 401;
    if (path === '/v1/health') return Response.json({ healthy: true });
    const [, topic = '', last] = path.split('/');
    if (method === 'GET' && last === 'json') {
      return topics.stream(topic, new URLSearchParams(search).get('since'));
    }
    count++;
    if (method === 'DELETE') return shown.delete(path.slice(1)) ? 200 : 404;
    const id = `msg-${count}`;
    if (topic !== '') return Response.json(topics.publish(topic, { id, message: body }));
    const { sequence_id, ...message } = JSON.parse(body);
    shown.set(`${message.topic}/${isOld ? id : sequence_id}`, message);
    return Response.json({ id, event: 'message', ...(isOld ? {} : { sequence_id }) });
  });
  const onPhone = (topic: string) => [...shown.values()].filter((one) => one.topic === topic);
  return {
    ...receiver,
    topics,
    /** The notifications on each topic's phones now, the oldest first. */
    shown: onPhone,
    /** Presses a button of the last notification, and returns the status that the phone got. */
    async press(topic: string, label: string): Promise<number> {
      const button = onPhone(topic)
        .at(-1)
        ?.actions?.find((one) => one.label === label);
      if (button?.action !== 'http') throw new Error(`There is no button ${label}`);
      const { url, method, headers, body } = button;
      return (await fetch(url, { method, headers, body: body ?? null })).status;
    },
    async [Symbol.asyncDispose]() {
      topics.cut();
      await receiver[Symbol.asyncDispose]();
    },
  };
}
