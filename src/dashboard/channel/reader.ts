/** Reads a channel's messages from the server, in pieces. */
import { type Client, channelQuery, ok } from '../../client/client.ts';
import { joined, type Window } from '../../client/replica/window.ts';

export const PAGE = 50;

export type Reader = ReturnType<typeof createReader>;

export function createReader(client: Client, channel: string) {
  const list = (place: { cursor?: string; after?: string }) =>
    ok(client.messages.get({ query: { limit: PAGE, ...channelQuery(channel), ...place } }));

  async function older(to: string | null): Promise<Window> {
    const { data, nextCursor } = await list(to === null ? {} : { cursor: to });
    return { messages: data.toReversed(), from: nextCursor, to };
  }

  async function newer(from: string): Promise<Window> {
    const { data, nextCursor } = await list({ after: from });
    return { messages: data, from, to: nextCursor };
  }

  /** Reads one message and its neighbours. */
  async function around(id: string): Promise<Window> {
    const one = ok(client.messages({ id }).get({ query: { channel } }));
    const [message, before, after] = await Promise.all([one, older(id), newer(id)]);
    const alone = { messages: [message], from: id, to: id };
    return joined(joined(alone, before, 'from'), after, 'to');
  }

  return { older, newer, around };
}
