import { useEffect, useState } from 'react';
import { rendererOf } from './kinds.tsx';

/** Whether the keys that answer work: the part that takes the answer is loaded. */
export function useIsReady(active: boolean, type: string): boolean {
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    let isGone = false;
    void Promise.resolve(rendererOf(type).Answer.fetch?.()).then(() => {
      if (!isGone) setIsReady(true);
    });
    return () => {
      isGone = true;
    };
  }, [type]);
  return active && isReady;
}
