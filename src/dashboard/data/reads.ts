/** Which questions the person has seen: stored by the server, which notifies all of their pages. */
import { useEffect, useEffectEvent } from 'react';
import { ok } from '../../client/client.ts';
import { useClient } from './api.ts';

/** A question in view for less has not been seen. */
const SEEN_MS = 1000;

type State = { isPending: boolean; isRead: boolean };

/** Marks a question as seen, and so as read, after a second in a window that has the focus. */
export function useMarkSeen(id: string, { isPending, isRead }: State): void {
  const client = useClient();
  const mark = useEffectEvent(() => {
    // If the inbox is unreachable it stays new, and is marked when it is opened again.
    if (!isRead) ok(client.reviews({ id }).seen.post()).catch(() => {});
  });
  useEffect(() => {
    if (!isPending) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'hidden' || !document.hasFocus()) return;
      timer = setTimeout(() => {
        stop.abort();
        mark();
      }, SEEN_MS);
    };
    document.addEventListener('visibilitychange', look, { signal: stop.signal });
    window.addEventListener('focus', look, { signal: stop.signal });
    window.addEventListener('blur', look, { signal: stop.signal });
    look();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [isPending]);
}

/** Returns the function that marks the question as seen again. */
export function useMarkUnread(id: string): () => () => void {
  const client = useClient();
  return () => {
    const unread = ok(client.reviews({ id }).read.delete()).catch(() => {});
    return () => void unread.then(() => ok(client.reviews({ id }).seen.post())).catch(() => {});
  };
}
