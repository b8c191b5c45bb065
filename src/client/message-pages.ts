import type { Message } from '../core/messages/schema.ts';
import { LARGEST_PAGE } from '../core/pages.ts';
import { type Client, ok } from './client.ts';

type Query = Omit<Parameters<Client['messages']['get']>[0]['query'], 'limit' | 'cursor'>;

/** All messages that a query finds, page by page, as they are asked for. */
export async function* messagePages(client: Client, query: Query): AsyncGenerator<Message[]> {
  let cursor: string | null = null;
  do {
    const page: { data: Message[]; nextCursor: string | null } = await ok(
      client.messages.get({
        query: { ...query, limit: LARGEST_PAGE, ...(cursor === null ? {} : { cursor }) },
      }),
    );
    yield page.data;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
