import type { Tx } from '../../storage/store.ts';
import {
  allTokens,
  answeringContacts,
  type ContactThen,
  contactsById,
  enabledUsers,
  keysById,
  liveKeys,
  openReviews,
  reviewsById,
  tokensById,
  usersById,
} from './table.ts';

/** Access that works again after restoring a backup, though it was ended since; `since` says how. */
export type Revived = {
  keys: { id: string; name: string; prefix: string; since: 'revoked' | 'removed' }[];
  tokens: { id: string; name: string; prefix: string; user: string; since: 'revoked' }[];
  contacts: { id: string; kind: string; name: string; user: string; since: ContactSince }[];
  users: { id: string; name: string; email: string | null; since: UserSince }[];
  reviews: { id: string; channelId: string; type: string; since: ReviewSince }[];
};
type ContactSince = 'removed' | 'no longer allowed to answer';
type UserSince = 'removed' | 'disabled' | 'made a reviewer' | 'given another password';
type ReviewSince = 'answered' | 'expired' | 'withdrawn' | 'retracted';

export async function findRevived(backup: Tx, replaced: Tx, at: string): Promise<Revived> {
  return {
    keys: await revivedKeys(backup, replaced, at),
    tokens: await revivedTokens(backup, replaced),
    contacts: await revivedContacts(backup, replaced),
    users: await revivedUsers(backup, replaced),
    reviews: await reopenedReviews(backup, replaced, at),
  };
}

async function revivedKeys(backup: Tx, replaced: Tx, at: string): Promise<Revived['keys']> {
  const keys = await liveKeys(backup, at);
  const now = await keysById(replaced, idsOf(keys));
  return keys.flatMap((key) => {
    const found = now.get(key.id);
    if (found?.revokedAt === null) return [];
    return [{ ...key, since: found ? ('revoked' as const) : ('removed' as const) }];
  });
}

async function revivedTokens(backup: Tx, replaced: Tx): Promise<Revived['tokens']> {
  const tokens = await allTokens(backup);
  const now = await tokensById(replaced, idsOf(tokens));
  return tokens
    .filter(({ id }) => !now.has(id))
    .map((token) => ({ ...token, since: 'revoked' as const }));
}

async function revivedContacts(backup: Tx, replaced: Tx): Promise<Revived['contacts']> {
  const contacts = await answeringContacts(backup);
  const now = await contactsById(replaced, idsOf(contacts));
  return contacts.flatMap((contact) => {
    const since = rightEndedSince(now.get(contact.id));
    return since === null ? [] : [{ ...contact, since }];
  });
}

function rightEndedSince(now: ContactThen | undefined): ContactSince | null {
  if (!now || now.removedAt !== null) return 'removed';
  const isAllowed = now.answers === 1 && (now.answersEndedAt ?? null) === null;
  return isAllowed ? null : 'no longer allowed to answer';
}

type User = Awaited<ReturnType<typeof enabledUsers>>[number];

async function revivedUsers(backup: Tx, replaced: Tx): Promise<Revived['users']> {
  const users = await enabledUsers(backup);
  const now = await usersById(replaced, idsOf(users));
  return users.flatMap((user) => {
    const since = endedSince(user, now.get(user.id));
    const { id, name, email } = user;
    return since ? [{ id, name, email, since }] : [];
  });
}

function endedSince(user: User, now: User | undefined): UserSince | null {
  if (!now) return 'removed';
  if (now.disabled) return 'disabled';
  if (user.role === 'owner' && now.role !== 'owner') return 'made a reviewer';
  const isOldPassword = user.passwordHash !== null && user.passwordHash !== now.passwordHash;
  return isOldPassword ? 'given another password' : null;
}

async function reopenedReviews(backup: Tx, replaced: Tx, at: string): Promise<Revived['reviews']> {
  const reviews = await openReviews(backup, at);
  const now = await reviewsById(replaced, idsOf(reviews));
  return reviews.flatMap((review) => {
    const status = now.get(review.id)?.status;
    return status === 'pending' ? [] : [{ ...review, since: sinceOf(status) }];
  });
}

function sinceOf(status: string | undefined): ReviewSince {
  if (status === undefined) return 'retracted';
  if (status === 'withdrawn') return 'withdrawn';
  return status === 'completed' ? 'answered' : 'expired';
}

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
