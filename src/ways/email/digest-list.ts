/** The list in a user's daily digest. */
import { localOrigin } from '../../core/access/callers.ts';
import { humanById } from '../../core/access/users.ts';
import type { Inbox } from '../../core/inbox.ts';
import { titleOf } from '../../core/messages/title.ts';
import { listPending } from '../../core/reviews/reviews.ts';

/** Further questions are only counted. */
const MOST_LISTED = 20;

export type Listed = { title: string; path: string };

/** The pending questions, soonest to expire first; null if there are none, or the user is disabled. */
export async function digestFor(
  inbox: Inbox,
  userId: string,
): Promise<{ total: number; listed: Listed[] } | null> {
  const user = await humanById(inbox, userId, localOrigin());
  if (!user) return null;
  const { parts, total } = await listPending(inbox, user, { limit: MOST_LISTED });
  if (total === 0) return null;
  const listed: Listed[] = [];
  for await (const part of parts) {
    for (const message of part) listed.push({ title: titleOf(message), path: `/m/${message.id}` });
  }
  return { total, listed };
}
