import { useEffect, useState } from 'react';
import { ARMED_MS, type Armed, pressOfTwo, THOUGHT_MS } from '../../client/press.ts';
import { useKeyboard } from '../keys/use-keys.tsx';

/** The armed choice, and its key; empty for a pointer. */
type First = Armed & { by: string };

/** Confirms irreversible choices: the first press arms one for 5 seconds. */
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

  /** Returns whether this is the second press. */
  const press = (choice: string, by: string): boolean => {
    const at = performance.now();
    const quietMs = first ? at - first.at : 0;
    const which = pressOfTwo(first, { choice, at, quietMs });
    if (which === 'first') setFirst({ choice, by, at });
    return which === 'second';
  };
  const armedAs = (choice: string) =>
    first?.choice === choice ? { by: first.by, isSure } : undefined;
  return { isArmed: first !== null, armedAs, press };
}

export type Arming = ReturnType<ReturnType<typeof useArmed>['armedAs']>;
