/** Whether the person has the inbox before them, in whichever tab of this browser. */
import { useEffect } from 'react';
import { keptKey } from '../data/kept.ts';

const lockOf = (userId: string) => keptKey(userId, 'lease', 'in view');

/** Where there are no locks there are no notifications either: both need https. */
const locks = () => navigator.locks as LockManager | undefined;

export async function isAnyInView(userId: string): Promise<boolean> {
  if (!document.hidden) return true;
  const { held = [] } = (await locks()?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(userId));
}

/** Holds a lock for as long as this tab is in view: the others know by it. */
export function useInView(userId: string): void {
  useEffect(() => {
    let leave: (() => void) | null = null;
    const follow = () => {
      leave?.();
      leave = null;
      if (document.hidden) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      leave = resolve;
      void locks()?.request(lockOf(userId), { mode: 'shared' }, () => promise);
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      leave?.();
    };
  }, [userId]);
}
