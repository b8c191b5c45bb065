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

/** Yields the messages after an id, oldest first. */
export async function* messagesAfter(
  client: Client,
  id: string,
  query: Query,
): AsyncGenerator<Message> {
  let after: string | null = id;
  while (after !== null) {
    const page: Page = await read(client, { ...query, after });
    yield* page.data;
    after = page.nextCursor;
  }
}

const read = (client: Client, query: Query & { cursor?: string; after?: string }): Promise<Page> =>
  patiently(() => ok(client.messages.get({ query: { ...query, limit: LARGEST_PAGE } })));
