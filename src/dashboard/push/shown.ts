/** The notifications that this browser shows of pushed questions. */
import { type Client, ok } from '../../client/client.ts';
import type { Message } from '../../core/messages/schema.ts';
import type { NoticePending } from '../../core/notify/schema.ts';
import { counted } from '../../core/notify/words.ts';
import { isOpen } from '../../core/reviews/open.ts';
import type { PushedData } from '../../ways/webpush/pushed.ts';
import { isNotFound } from '../data/query-client.ts';
import { showChanged } from '../worker/show.ts';
import { findRegistration } from './registration.ts';

type Shown = { notification: Notification; data: PushedData };

async function allShown(): Promise<Shown[]> {
  const all = (await (await findRegistration())?.getNotifications()) ?? [];
  return all.flatMap((notification): Shown[] => {
    const data: PushedData | null = notification.data;
    return data === null ? [] : [{ notification, data }];
  });
}

/** Closes the notifications of a question that has ended. */
export async function closeShown(messageId: string): Promise<void> {
  const ended = (await allShown()).filter(({ data }) => data.messageId === messageId);
  for (const { notification } of ended) notification.close();
}

/** Closes those whose questions are no longer pending: nothing takes them back on Apple's devices. */
export async function closeEnded(client: Client): Promise<void> {
  for (const { notification, data } of await allShown()) {
    if (data.messageId !== null && (await hasEnded(client, data.messageId))) notification.close();
  }
  await correctCounts(client);
}

/** Notifications that count questions show how many are pending now; nothing at 0. */
export async function correctCounts(client: Client): Promise<void> {
  const counts = (await allShown()).filter(({ data }) => isCount(data));
  for (const { notification, data } of counts) {
    const pending = await pendingOf(client, data.noticeId);
    if (pending === 0) notification.close();
    else if (notification.title !== counted(pending)) await correct(notification, counted(pending));
  }
}

const isCount = ({ messageId, what }: PushedData) =>
  messageId === null && (what === 'asks' || what === 'reminds');

async function correct(notification: Notification, title: string): Promise<void> {
  const registration = await findRegistration();
  if (registration) await showChanged(registration, notification, { title });
}

async function hasEnded(client: Client, id: string): Promise<boolean> {
  const message = await foundOr(ok<Message>(client.messages({ id }).get({ query: {} })), null);
  return !isOpen(message?.review);
}

async function pendingOf(client: Client, id: string): Promise<number> {
  const none = { pending: 0 };
  return (await foundOr(ok<NoticePending>(client.notices({ id }).pending.get()), none)).pending;
}

const foundOr = <Found, Else>(finding: Promise<Found>, other: Else): Promise<Found | Else> =>
  finding.catch((error) => {
    if (isNotFound(error)) return other;
    throw error;
  });
