import { useEffect, useRef, useState } from 'react';

/** A key that is held and a double click are one press. */
const ONE_PRESS_MS = 300;
const ARMED_MS = 5000;

/** What can't be undone is asked for twice: the first press arms it for five seconds. */
export function useArmed() {
  const [armed, setArmed] = useState<string | null>(null);
  const at = useRef(0);
  useEffect(() => {
    if (armed === null) return;
    const timer = setTimeout(() => setArmed(null), ARMED_MS);
    return () => clearTimeout(timer);
  }, [armed]);

  /** Whether this press is the second one. */
  const press = (id: string): boolean => {
    if (armed === id) return performance.now() - at.current > ONE_PRESS_MS;
    at.current = performance.now();
    setArmed(id);
    return false;
  };
  return { armed, press, disarm: () => setArmed(null) };
}
