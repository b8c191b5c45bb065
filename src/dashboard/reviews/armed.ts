import { useEffect, useState } from 'react';
import { ARMED_MS, THOUGHT_MS } from '../../core/reviews/press.ts';
import { useKeyboard } from '../keys/use-keys.tsx';

/** What was pressed once, of two times, and the key that did it; empty for a pointer. */
type First = { choice: string; by: string };

/** What can't be undone is asked for twice: the first press arms it for five seconds. */
export function useArmed() {
  const keyboard = useKeyboard();
  const [first, setFirst] = useState<First | null>(null);
  const [isSure, setIsSure] = useState(false);
  useEffect(() => {
    if (first === null) return;
    setIsSure(false);
    const disarm = () => setFirst(null);
    const end = keyboard.arm({ choice: first.choice, disarm });
    const sure = setTimeout(() => setIsSure(true), THOUGHT_MS);
    const forgotten = setTimeout(disarm, ARMED_MS);
    return () => {
      end();
      clearTimeout(sure);
      clearTimeout(forgotten);
    };
  }, [first, keyboard]);

  /** Whether this press is the second one. */
  const press = (choice: string, by: string): boolean => {
    if (first?.choice === choice) return isSure;
    setFirst({ choice, by });
    return false;
  };
  const armedAs = (choice: string) =>
    first?.choice === choice ? { by: first.by, isSure } : undefined;
  return { isArmed: first !== null, armedAs, press };
}

export type Arming = ReturnType<ReturnType<typeof useArmed>['armedAs']>;
