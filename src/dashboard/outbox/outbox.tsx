/** The unsent answers of the logged-in person, from their first page to logout. */
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { useClient } from '../data/api.ts';
import { loseSession } from '../data/query-client.ts';
import { queryKeys } from '../data/query-keys.ts';
import { invalidate } from '../data/readings.ts';
import { applyMessage } from '../data/replica.ts';
import { useMe } from '../data/session.ts';
import { useConnection, useLiveEvents } from '../live/live.tsx';
import { useStore } from '../live/store.ts';
import { readAppearance } from '../look/appearance.ts';
import { forgetDraft } from '../reviews/drafts.ts';
import { type Answers, createAnswers } from './answers.ts';
import { isShown, Outbox } from './context.ts';
import { showFailed } from './notices.tsx';
import { countAnswered } from './shelf.ts';

export function OutboxProvider({ children }: { children: ReactNode }) {
  const answers = useOwnAnswers();
  useConnected(answers);
  useLeaving(answers);
  useAsking(answers);
  useLiveEvents(answers.onEvent);
  return <Outbox value={answers}>{children}</Outbox>;
}

function useOwnAnswers(): Answers {
  const client = useClient();
  const queryClient = useQueryClient();
  const { id: userId } = useMe();
  const connection = useConnection();
  const [now] = useState({ connection });
  now.connection = connection;
  const [answers] = useState(() =>
    createAnswers({
      client,
      userId,
      undoMs: () => readAppearance().undoSeconds * 1000,
      isOffline: () => now.connection === 'lost' || !navigator.onLine,
      onStored(unsent, message) {
        forgetDraft(userId, unsent.id);
        countAnswered(userId);
        applyMessage(queryClient, message);
      },
      onFailed(unsent, outcome) {
        if (outcome.is === 'logged out') return loseSession(queryClient);
        if ('message' in outcome && outcome.message) {
          applyMessage(queryClient, outcome.message);
        }
        void invalidate(queryClient, { queryKey: queryKeys.pending() });
        void invalidate(queryClient, { queryKey: queryKeys.message(unsent.id) });
        if (outcome.is !== 'refused' || unsent.group || !isShown(unsent.id)) {
          showFailed(unsent, outcome);
        }
      },
    }),
  );
  useEffect(
    () => () => {
      const asking = answers.close();
      if (asking.length === 0) return;
      queryClient.setQueryData(
        queryKeys.asking,
        asking.map(({ chosen }) => chosen),
      );
    },
    [answers, queryClient],
  );
  return answers;
}

/** Sends waiting answers as soon as the inbox responds. */
function useConnected(answers: Answers): void {
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'live') answers.sendDue();
    const look = () => answers.sendDue();
    window.addEventListener('online', look);
    return () => window.removeEventListener('online', look);
  }, [connection, answers]);
}

/** Delayed answers are sent when the page is left; the person is warned of unsent ones. */
function useLeaving(answers: Answers): void {
  const unsent = useStore(answers.store);
  const isStuck = unsent.some(({ state, isKept }) =>
    ['waiting', 'unconfirmed', 'slow', ...(isKept ? [] : ['sending'])].includes(state),
  );
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    if (isStuck) window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isStuck]);
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && answers.sendDue();
    window.addEventListener('pagehide', answers.leave);
    window.addEventListener('pageshow', back);
    return () => {
      window.removeEventListener('pagehide', answers.leave);
      window.removeEventListener('pageshow', back);
    };
  }, [answers]);
}

/** Shows the question whose answer needs a press after a login. */
function useAsking(answers: Answers): void {
  const [, go] = useLocation();
  const show = useEffectEvent(() => {
    const asking = answers.store.get().findLast(({ state }) => state === 'asking');
    if (asking) go(`/m/${asking.id}`, { replace: true });
  });
  useEffect(() => show(), []);
}
