/** Reads a channel's messages from the server, in pieces. */
import { type Client, ok, within } from '../../client/client.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isNotFound } from '../data/query-client.ts';
import * as spans from './span.ts';

export const PAGE = 50;
const LARGEST_PAGE = 100;
/** Before the id of every message. */
const BEGINNING = '0';

type Page = { data: Message[]; nextCursor: string | null };

export function createReader(client: Client, channel: string) {
  const list = (query: { cursor?: string; after?: string; limit?: number }): Promise<Page> =>
    ok(client.messages.get({ query: { limit: PAGE, ...within(channel), ...query } }));
  const one = (id: string): Promise<Message> =>
    ok(client.messages({ id }).get({ query: { channel } }));

  /** The newest messages, or one among its neighbours. */
  async function around(id: string | null): Promise<spans.Span> {
    if (id === null) {
      const { data, nextCursor } = await list({});
      return spans.withOlder(spans.emptySpan, data, nextCursor !== null);
    }
    const [message, before, after] = await Promise.all([
      one(id),
      list({ cursor: id }),
      list({ after: id }),
    ]);
    const older = [message, ...before.data];
    const span = spans.withOlder(spans.emptySpan, older, before.nextCursor !== null);
    return spans.withNewer(span, after.data, after.nextCursor !== null);
  }

  /** All messages that a span reaches to, as they are now: where it has an end, those beyond too. */
  async function again({ messages, hasOlder, hasNewer }: spans.Span): Promise<Message[]> {
    const first = hasOlder ? messages[0]?.id : undefined;
    const last = hasNewer ? messages.at(-1)?.id : undefined;
    const fresh: Message[] = first === undefined ? [] : await one(first).then(alone, none);
    let from: string | null = first ?? BEGINNING;
    while (from !== null && !(last !== undefined && from >= last)) {
      const page: Page = await list({ after: from, limit: LARGEST_PAGE });
      fresh.push(...page.data);
      from = page.nextCursor;
    }
    return fresh.filter(({ id }) => last === undefined || id <= last);
  }

  return {
    around,
    again,
    older: (than: string) => list({ cursor: than }),
    newer: (than: string) => list({ after: than }),
  };
}

const alone = (message: Message) => [message];

function none(error: unknown): Message[] {
  if (isNotFound(error)) return [];
  throw error;
}
