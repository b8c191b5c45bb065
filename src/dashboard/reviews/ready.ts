import { useEffect, useState } from 'react';
import { kindOf } from './kinds.tsx';

/** Nobody has read a question by then: a key that comes sooner was meant for the one before. */
const UNREAD_MS = 200;

/** Whether the keys that answer may be heard: what takes the answer has been in view for a moment. */
export function useIsReady(active: boolean, type: string): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    void Promise.resolve(kindOf(type).fetch?.()).then(() => {
      if (!isGone) timer = setTimeout(() => setIsReady(true), UNREAD_MS);
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [type]);
  return active && isReady;
}
