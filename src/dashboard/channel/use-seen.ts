import { useCallback, useEffect, useState } from 'react';
import { keep, keptKey, readKept } from '../data/kept.ts';
import { useMe } from '../data/session.ts';

/**
 * The last message that the reader had seen when they arrived or returned to the tab; what they see
 * afterwards is saved for the next time.
 */
export function useSeen(channelId: string) {
  const key = keptKey(useMe().id, 'seen', channelId);
  const [seen, setSeen] = useState(() => readKept<string>(key));
  useEffect(() => {
    const look = () => document.hidden && setSeen(readKept<string>(key));
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [key]);
  const note = useCallback(
    (id: string) => {
      if (!document.hidden && id > (readKept<string>(key) ?? '')) keep(key, id);
    },
    [key],
  );
  return { seen, note };
}
