import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'wouter';
import { useClient } from '../data/api.ts';
import { useMe } from '../data/session.ts';
import { isDialogShown } from '../keys/dialogs.tsx';
import { useConnection, useLiveEvents } from '../live/live.tsx';
import type { OpenPath } from '../worker/scope.ts';
import { registerWorker, workers } from './registration.ts';
import { renewSubscription } from './renew.ts';
import { closeEnded, closeShown, correctCounts } from './shown.ts';

/** Many questions may end together. */
const TOGETHER_MS = 500;

/** Keeps the service worker and the subscription current, and the notifications true. */
export default function Push() {
  useWorker();
  useEnds();
  return null;
}

function useWorker(): void {
  const client = useClient();
  const { id: userId } = useMe();
  const [, go] = useLocation();
  const open = useEffectEvent(({ data }: MessageEvent<OpenPath>) => {
    // A dialog may show what is shown only once.
    if (!isDialogShown()) go(data.open);
  });
  useEffect(() => {
    const listener = (event: MessageEvent<OpenPath>) => open(event);
    const all = workers();
    all?.addEventListener('message', listener);
    // A browser may refuse it, as some do in private windows.
    registerWorker()
      .then(() => renewSubscription(client, userId))
      .catch(() => {});
    return () => all?.removeEventListener('message', listener);
  }, [client, userId]);
}

function useEnds(): void {
  const client = useClient();
  const connection = useConnection();
  const correctSoon = useDebouncedCallback(() => correctCounts(client), TOGETHER_MS);
  const close = (messageId: string) => {
    void closeShown(messageId);
    correctSoon();
  };
  useLiveEvents(({ name, payload }) => {
    if (name === 'review:expired' || name === 'review:withdrawn') close(payload.messageId);
    if (name === 'review:responded' || name === 'message:deleted') close(payload.id);
  });
  useEffect(() => {
    if (connection === 'live') void closeEnded(client);
  }, [connection, client]);
}
