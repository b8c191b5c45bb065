/** The inbox of the tools for a client over stdio: a server that it calls, and that may be away. */
import { type Client, ok } from '../client/client.ts';
import { patiently } from '../client/patiently.ts';
import type { Message } from '../core/messages/schema.ts';
import type { McpInbox } from './inbox.ts';

const LONGEST_POLL_SECONDS = 30;
const MOST = 20;

/** The rate limit of a key lets the next request through after a second or two; a full quota takes longer. */
const PATIENCE_SECONDS = 5;

export type Served = {
  client: Client;
  channelId: string;
  linkOf: McpInbox['linkOf'];
};

/** A client may call many tools at the same time, and each takes several requests. */
const calm = <T>(request: () => Promise<T>): Promise<T> => patiently(request, PATIENCE_SECONDS);

/** @param reach finds the server at each call: one that is away may be back at the next */
export function inboxOfServer(reach: () => Promise<Served>): McpInbox {
  let known: McpInbox['linkOf'] = () => null;
  const served = async (): Promise<Served> => {
    const found = await calm(reach);
    known = found.linkOf;
    return found;
  };
  /** A list cuts long messages. */
  const whole = (client: Client, listed: Message[]): Promise<Message[]> =>
    Promise.all(
      listed.map((one) =>
        one.truncated ? calm(() => ok(client.messages({ id: one.id }).get({ query: {} }))) : one,
      ),
    );
  return {
    async send(sent) {
      const { client, channelId } = await served();
      return calm(() => ok(client.messages.post({ ...sent, channelId })));
    },
    async setStatus(message) {
      const { client, channelId: agentId } = await served();
      await calm(() => ok(client.status.ping.post({ agentId, status: 'active', message })));
    },
    async wait(id, ms, signal) {
      const { client } = await served();
      const until = Date.now() + ms;
      const look = () => calm(() => ok(client.reviews({ id }).get({ query: {} })));
      let message = await look();
      while (message.review?.status === 'pending' && Date.now() < until && !signal.aborted) {
        const seconds = Math.min(LONGEST_POLL_SECONDS, (until - Date.now()) / 1000);
        const query = { channel: message.channelId, timeout: Math.ceil(seconds * 1000) };
        const wait = () => ok(client.reviews({ id }).wait.get({ query, fetch: { signal } }));
        await calm(wait).catch((error) => {
          if (!signal.aborted) throw error;
        });
        if (signal.aborted) return message;
        message = await look();
      }
      return message;
    },
    async own(since) {
      const { client } = await served();
      const pending = { askedBy: 'me', order: 'newest', limit: MOST } as const;
      const ended = { order: 'ended', review: 'completed', from: since, askedBy: 'me' } as const;
      const [waiting, { data: answered }] = await Promise.all([
        calm(() => ok(client.reviews.pending.get({ query: pending }))),
        calm(() => ok(client.messages.get({ query: { ...ended, limit: MOST } }))),
      ]);
      return { waiting: await whole(client, waiting), answered: await whole(client, answered) };
    },
    async withdraw(id, reason) {
      const { client } = await served();
      return calm(() => ok(client.reviews({ id }).withdraw.post({ reason })));
    },
    linkOf: (id) => known(id),
  };
}
