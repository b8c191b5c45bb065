import { useEffect, useState } from 'react';

/** Nobody has read a question by then: a key that comes sooner was meant for the one before. */
const UNREAD_MS = 200;

/** Whether the keys that answer may be heard: the question has been in view for a moment. */
export function useIsReady(active: boolean): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsReady(true), UNREAD_MS);
    return () => clearTimeout(timer);
  }, []);
  return active && isReady;
}
