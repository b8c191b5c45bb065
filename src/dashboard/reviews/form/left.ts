import { useRef, useState } from 'react';

/**
 * The fields that a person has been in: what is wrong with them is told. Not while a press lasts that
 * led out of one: the words would push away what is being pressed.
 */
export function useLeft() {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isPressed = useRef(false);
  const mark = (name: string) => setLeft((others) => new Set([...others, name]));
  const afterPress = (act: () => void) =>
    window.addEventListener('pointerup', () => requestAnimationFrame(act), { once: true });

  return {
    left,
    leave: (name: string) => (isPressed.current ? afterPress(() => mark(name)) : mark(name)),
    onPointerDown: () => {
      isPressed.current = true;
      afterPress(() => {
        isPressed.current = false;
      });
    },
  };
}
