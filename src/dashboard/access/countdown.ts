import { useEffect, useState } from 'react';

/** Counts the whole seconds until a time; 0 afterwards. */
export function useCountdown(until: number): number {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), 250);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((until - Date.now()) / 1000));
}
