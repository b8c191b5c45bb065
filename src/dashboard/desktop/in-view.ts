/** Whether the inbox is visible in any tab of this browser. */
import { useEffect } from 'react';
import { keptKey } from '../data/kept.ts';

const lockOf = (userId: string) => keptKey(userId, 'lease', 'in view');

/** Without locks there are no notifications either: both need https. */
const locks = () => navigator.locks as LockManager | undefined;

export async function isAnyInView(userId: string): Promise<boolean> {
  if (!document.hidden) return true;
  const { held = [] } = (await locks()?.query()) ?? {};
  return held.some(({ name }) => name === lockOf(userId));
}

/** Holds a lock while this tab is visible, by which the others know. */
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
