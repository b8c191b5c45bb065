/** The lists of an inbox, read to the end of each page. */
import type { Caller } from '../../../src/core/access/callers.ts';
import type { Inbox } from '../../../src/core/inbox.ts';
import { type From, readEvents as readLog } from '../../../src/core/log/page.ts';
import { listMessages as listAll } from '../../../src/core/messages/messages.ts';
import type { ListMessages } from '../../../src/core/messages/schema.ts';
import { listPending as listOpen } from '../../../src/core/reviews/reviews.ts';
import type { ListPending } from '../../../src/core/reviews/schema.ts';

/** Reads a page as a whole. */
export async function whole<T, Rest extends object>({
  parts,
  ...rest
}: Rest & { parts: AsyncIterable<T[]> }) {
  const data: T[] = [];
  for await (const part of parts) data.push(...part);
  return { data, ...rest };
}

export const listMessages = async (
  inbox: Inbox,
  caller: Caller,
  list: ListMessages,
  signal?: AbortSignal,
) => whole(await listAll(inbox, caller, list, signal));

export const listPending = async (inbox: Inbox, caller: Caller, list?: ListPending) =>
  whole(await listOpen(inbox, caller, list));

export async function readEvents(inbox: Inbox, caller: Caller, from: From) {
  const { isEmpty: _, ...page } = await whole(await readLog(inbox, caller, from));
  return page;
}
