/** Which questions the person has opened: stored by the server, which notifies all of their pages. */
import { useEffect, useEffectEvent } from 'react';
import { ok } from '../../client/client.ts';
import { useClient } from './api.ts';

/** A shorter view does not count; and drawing comes before sending. */
const SEEN_MS = 100;

type State = { isPending: boolean; isRead: boolean };

/** Marks a question as read once it is shown in a visible tab. */
export function useMarkRead(id: string, { isPending, isRead }: State): void {
  const client = useClient();
  const mark = useEffectEvent(() => {
    // If the inbox is unreachable it stays new, and is marked when it is opened again.
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
