/** Notifies a person who has the inbox open but not in view. */
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useLocation } from 'wouter';
import { ok } from '../../client/client.ts';
import { serverNow } from '../../client/clock.ts';
import type { LiveEvent } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen, type OpenReview } from '../../core/reviews/open.ts';
import { URGENT_MS } from '../../core/spans.ts';
import { timerMs } from '../../core/timers.ts';
import { useClient } from '../data/api.ts';
import { useChannels } from '../data/channels.ts';
import { usePending } from '../data/reviews.ts';
import { useMe } from '../data/session.ts';
import { isDialogShown } from '../keys/dialogs.tsx';
import { useConnection, useLiveEvents } from '../live/live.tsx';
import { useNewQuestions } from '../live/new-questions.ts';
import { useAllUnsent } from '../outbox/context.ts';
import { noteNotified, wasNotified, wishFor } from './choice.ts';
import { useInView } from './in-view.ts';
import { createNotifier, type Notifier } from './notifier.ts';
import { noticeOf } from './words.ts';

export function useNotifications(): void {
  const { id: userId } = useMe();
  const channels = useChannels().data;
  const notifier = useOwnNotifier(userId);
  const notify = (question: Message) => {
    const channel = channels?.find(({ id }) => id === question.channelId)?.name ?? 'An agent';
    void notifier.notify(noticeOf(question, channel));
  };
  useInView(userId);
  const notifyInTime = useInTime(notify);
  useNewQuestions((...questions) => {
    for (const one of questions) if (wishFor(userId, one.channelId) === 'all') notifyInTime(one);
  });
  useSoon((question) => {
    // A question seen shortly before its expiry needs no notification later.
    if (document.hidden && wishFor(userId, question.channelId) !== 'never') notify(question);
    else if (!wasNotified(userId, question.id)) noteNotified(userId, question.id);
  });
  useEnds(notifier);
}

function useOwnNotifier(userId: string): Notifier {
  const [, go] = useLocation();
  const open = useEffectEvent((id: string | null) => {
    // A dialog may show what is shown only once.
    if (!isDialogShown()) go(id === null ? '/' : `/m/${id}`);
  });
  const [notifier] = useState(() => createNotifier(userId, (id) => open(id)));
  useEffect(() => {
    const seen = () => document.hidden || notifier.closeAll();
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('pagehide', notifier.closeAll);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('pagehide', notifier.closeAll);
      notifier.closeAll();
    };
  }, [notifier]);
  return notifier;
}

/** Returns `notify`, which is called once people are notified, if the question has not ended before. */
function useInTime(notify: (question: Message) => void): (question: Message) => void {
  const latest = useEffectEvent(notify);
  const [timers] = useState(() => new Map<string, ReturnType<typeof setTimeout>>());
  const forget = (id: string) => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  useEffect(
    () => () => {
      for (const timer of timers.values()) clearTimeout(timer);
    },
    [timers],
  );
  useLiveEvents((event) => {
    const id = endedBy(event);
    if (id !== null) forget(id);
  });
  return (question) => {
    const waitMs = isOpen(question.review) ? notifiedFrom(question.review) - serverNow() : 0;
    if (waitMs <= 0) return notify(question);
    forget(question.id);
    timers.set(
      question.id,
      setTimeout(() => latest(question), timerMs(waitMs)),
    );
  };
}

/** A longer timer overflows. */
const LONGEST_WAIT_MS = 3_600_000;

/** Calls `onSoon` with each pending question once its last minutes have begun. */
function useSoon(onSoon: (question: Message) => void): void {
  const { pending } = usePending();
  const unsent = useAllUnsent();
  const [looks, look] = useReducer((count: number) => count + 1, 0);
  const find = useEffectEvent((): number => {
    let next = LONGEST_WAIT_MS;
    for (const question of pending ?? []) {
      if (!isOpen(question.review) || unsent.some(({ id }) => id === question.id)) continue;
      const soonMs = Date.parse(question.review.expiresAt) - URGENT_MS;
      const until = Math.max(soonMs, notifiedFrom(question.review)) - serverNow();
      if (until > 0) next = Math.min(next, until);
      else onSoon(question);
    }
    return next;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every change, and every look
  useEffect(() => {
    const timer = setTimeout(look, timerMs(find()));
    return () => clearTimeout(timer);
  }, [pending, looks]);
}

/** Closes the notification of an ended question. */
function useEnds(notifier: Notifier): void {
  const client = useClient();
  const connection = useConnection();
  useLiveEvents((event) => {
    const id = endedBy(event);
    if (id !== null) notifier.close(id);
  });
  useEffect(() => {
    if (connection !== 'live') return;
    for (const id of notifier.shown()) {
      ok(client.messages({ id }).get({ query: {} })).then(
        ({ review }) => isOpen(review) || notifier.close(id),
        () => {},
      );
    }
  }, [connection, client, notifier]);
}

/** The question that an event ends. */
function endedBy({ name, payload }: LiveEvent): string | null {
  if (name === 'review:expired' || name === 'review:withdrawn') return payload.messageId;
  return name === 'review:responded' || name === 'message:deleted' ? payload.id : null;
}

/** When people are notified of a question at the earliest: one that would expire first does not wait. */
function notifiedFrom({ openedAt, expiresAt, notifyAfterSeconds }: OpenReview): number {
  const openedMs = Date.parse(openedAt);
  const fromMs = openedMs + notifyAfterSeconds * 1000;
  return fromMs < Date.parse(expiresAt) ? fromMs : openedMs;
}
