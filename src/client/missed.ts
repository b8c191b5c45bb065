/** Reads what a follower has not heard. */
import { InboxError } from '../core/errors.ts';
import type { Message } from '../core/messages/schema.ts';
import { type Client, ok, within } from './client.ts';
import { patiently } from './patiently.ts';
import { pendingPages } from './pending.ts';

type Only = { channel?: string };
type Page = { data: Message[]; nextCursor: string | null };

const PAGE = 100;
/** So many messages are read one by one, and more by the pages of what is pending. */
const ONE_BY_ONE = 20;

export async function newestId(client: Client, only: Only): Promise<string> {
  const query = { ...within(only.channel), limit: 1 };
  const { data } = await patiently(() => ok(client.messages.get({ query })));
  return data[0]?.id ?? '0';
}

/** All messages after an id, oldest first. */
export async function readAfter(
  client: Client,
  after: string,
  { channel, ...only }: Only & { review?: 'pending' },
): Promise<Message[]> {
  const messages: Message[] = [];
  let from: string | null = after;
  while (from !== null) {
    const query = { ...within(channel), ...only, limit: PAGE, after: from };
    const page: Page = await patiently(() => ok(client.messages.get({ query })));
    messages.push(...page.data);
    from = page.nextCursor;
  }
  return messages;
}

/**
 * How messages that waited for an answer are now, without those that are gone.
 * @param isKnown whether nothing has become of a message; others are read whole
 */
export async function readThese(
  client: Client,
  ids: string[],
  only: Only,
  isKnown: (message: Message) => boolean,
): Promise<Message[]> {
  if (ids.length <= ONE_BY_ONE) {
    const found = await Promise.all(ids.map((id) => find(client, id, only)));
    return found.filter((message) => message !== undefined);
  }
  const stillWaiting = await readPending(client, new Set(ids), only);
  const messages: Message[] = [];
  for (const id of ids) {
    const listed = stillWaiting.get(id);
    const isEnough = listed && (!listed.truncated || isKnown(listed));
    const message = isEnough ? listed : await find(client, id, only);
    if (message) messages.push(message);
  }
  return messages;
}

/** Those of the ids that are pending, as lists show them. */
async function readPending(client: Client, ids: Set<string>, only: Only) {
  const pending = new Map<string, Message>();
  for await (const page of pendingPages(client, only)) {
    for (const message of page) if (ids.has(message.id)) pending.set(message.id, message);
    if (pending.size === ids.size) break;
  }
  return pending;
}

async function find(client: Client, id: string, query: Only): Promise<Message | undefined> {
  try {
    return await patiently(() => ok(client.messages({ id }).get({ query })));
  } catch (error) {
    if (error instanceof InboxError && error.code === 'not_found') return undefined;
    throw error;
  }
}
