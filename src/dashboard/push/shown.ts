/** The notifications that this browser shows of pushed questions. */
import { type Client, ok } from '../../client/client.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { PushedData } from '../../core/push/pushed.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { isNotFound } from '../data/query-client.ts';
import { findRegistration } from './registration.ts';

async function shownOf(messageId?: string): Promise<[notification: Notification, id: string][]> {
  const all = (await (await findRegistration())?.getNotifications()) ?? [];
  return all.flatMap((one): [Notification, string][] => {
    const data: PushedData | null = one.data;
    const id = data?.messageId ?? null;
    return id !== null && (messageId === undefined || id === messageId) ? [[one, id]] : [];
  });
}

async function hasEnded(client: Client, id: string): Promise<boolean> {
  try {
    const { review } = await ok<Message>(client.messages({ id }).get({ query: {} }));
    return !isOpen(review);
  } catch (error) {
    return isNotFound(error);
  }
}

/** Of a question that has ended. */
export async function closeShown(messageId: string): Promise<void> {
  for (const [notification] of await shownOf(messageId)) notification.close();
}

/** Closes those whose questions are no longer pending: nothing withdraws them on Apple's devices. */
export async function closeEnded(client: Client): Promise<void> {
  for (const [notification, id] of await shownOf()) {
    if (await hasEnded(client, id)) notification.close();
  }
}
