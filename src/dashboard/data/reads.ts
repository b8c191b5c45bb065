/** Which questions the person has opened: kept by the server, which tells every page of theirs. */
import { useEffect, useEffectEvent } from 'react';
import { ok } from '../../client/client.ts';
import { useClient } from './api.ts';

/** What is gone sooner has not been seen; and what is seen is drawn before anything is sent. */
const SEEN_MS = 100;

type State = { isPending: boolean; isRead: boolean };

/** Marks a question as read once it is shown to somebody: not in a tab that nobody sees. */
export function useMarkRead(id: string, { isPending, isRead }: State): void {
  const client = useClient();
  const mark = useEffectEvent(() => {
    // Where the inbox is out of reach it stays new, and is marked when it is opened again.
    if (!isRead) ok(client.reviews({ id }).read.post()).catch(() => {});
  });
  useEffect(() => {
    if (!isPending) return;
    const stop = new AbortController();
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      stop.abort();
      mark();
    };
    document.addEventListener('visibilitychange', look, { signal: stop.signal });
    const timer = setTimeout(look, SEEN_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isPending]);
}

export function useMarkUnread(id: string): () => void {
  const client = useClient();
  return () => void ok(client.reviews({ id }).read.delete()).catch(() => {});
}
