import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react';
import type { Binding } from '../keys/scopes.ts';
import { useKeyboard } from '../keys/use-keys.tsx';
import { useSteady } from './steady.ts';

type Pressed = {
  /** Identifies the choice that it makes, and the question. */
  answers: string;
  label: string;
  isSending?: boolean;
  /** `by` is the key that pressed it; empty for a pointer. */
  onPress: (by: string) => void;
};

/** Makes a button one that answers: a press counts only if it was meant for this choice. */
export function usePress({ answers, label, isSending = false, onPress }: Pressed) {
  const keyboard = useKeyboard();
  const ref = useRef<HTMLButtonElement>(null);
  const { isSteady, look } = useSteady(ref);
  const binding = useRef<{ current: Binding }>({ current: [label, onPress, answers] });
  useEffect(() => {
    binding.current.current = [label, onPress, answers];
  });
  useEffect(() => {
    if (ref.current) return keyboard.addButton(ref.current, binding.current);
  }, [keyboard]);
  /** Whether the pointer was pressed on it while it was in place. */
  const isIntended = useRef(false);
  return {
    ref,
    'data-answers': '',
    'aria-disabled': isSending || !isSteady || undefined,
    onPointerDown: ({ timeStamp }: PointerEvent) => {
      isIntended.current = look(timeStamp);
    },
    onClick: ({ detail, timeStamp }: MouseEvent) => {
      // A screen reader presses without a pointer.
      const counts = detail === 0 ? look(timeStamp) : isIntended.current;
      isIntended.current = false;
      if (counts && !isSending) onPress('');
    },
  } as const;
}
