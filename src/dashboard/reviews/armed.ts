import { useEffect, useState } from 'react';

/** A key that is held and a double click are one press. */
const ONE_PRESS_MS = 300;
const ARMED_MS = 5000;

/** What can't be undone is asked for twice: the first press arms it for five seconds. */
export function useArmed() {
  const [armed, setArmed] = useState<string | null>(null);
  /** Whether the first press is over. */
  const [isSure, setIsSure] = useState(false);
  useEffect(() => {
    if (armed === null) return;
    setIsSure(false);
    const over = setTimeout(() => setIsSure(true), ONE_PRESS_MS);
    const forgotten = setTimeout(() => setArmed(null), ARMED_MS);
    return () => {
      clearTimeout(over);
      clearTimeout(forgotten);
    };
  }, [armed]);

  /** Whether this press is the second one. */
  const press = (id: string): boolean => {
    if (armed === id) return isSure;
    setArmed(id);
    return false;
  };
  return { armed, isSure, press, disarm: () => setArmed(null) };
}
