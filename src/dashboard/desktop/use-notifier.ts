/** Notifies a person who has the inbox open but not in view. */
import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { useLocation } from 'wouter';
import { ok } from '../../client/client.ts';
import { serverNow } from '../../client/clock.ts';
import type { Message } from '../../core/messages/schema.ts';
import { isOpen } from '../../core/reviews/open.ts';
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
  useNewQuestions((...questions) => {
    for (const one of questions) if (wishFor(userId, one.channelId) === 'all') notify(one);
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
      const until = Date.parse(question.review.expiresAt) - serverNow() - URGENT_MS;
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
  useLiveEvents(({ name, payload }) => {
    if (name === 'review:expired' || name === 'review:withdrawn') notifier.close(payload.messageId);
    if (name === 'review:responded' || name === 'message:deleted') notifier.close(payload.id);
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
