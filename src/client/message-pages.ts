import { InboxError } from '../core/errors.ts';
import type { Message } from '../core/messages/schema.ts';
import { LARGEST_PAGE } from '../core/pages.ts';
import { type Client, ok } from './client.ts';
import { patiently } from './patiently.ts';

type Query = Omit<Parameters<Client['messages']['get']>[0]['query'], 'limit' | 'cursor' | 'after'>;
type Page = { data: Message[]; nextCursor: string | null };

/** Yields all messages of a query, newest first, page by page on demand. */
export async function* messagePages(client: Client, query: Query): AsyncGenerator<Message[]> {
  let cursor: string | null = null;
  do {
    const place = cursor === null ? {} : { cursor };
    const page = await read(client, { ...query, ...place });
    yield page.data;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** Yields the messages after an id, oldest first, each in full. */
export async function* messagesAfter(
  client: Client,
  id: string,
  query: Query,
): AsyncGenerator<Message> {
  let after: string | null = id;
  while (after !== null) {
    const page: Page = await read(client, { ...query, after });
    for (const message of page.data) yield await wholeOf(client, message);
    after = page.nextCursor;
  }
}

/** Returns all of a message that a list cut, or what was listed if it was deleted since. */
export async function wholeOf(client: Client, message: Message): Promise<Message> {
  if (!message.truncated) return message;
  try {
    return await patiently(() => ok(client.messages({ id: message.id }).get({ query: {} })));
  } catch (error) {
    if (error instanceof InboxError && error.code === 'not_found') return message;
    throw error;
  }
}

const read = (client: Client, query: Query & { cursor?: string; after?: string }): Promise<Page> =>
  patiently(() => ok(client.messages.get({ query: { ...query, limit: LARGEST_PAGE } })));
