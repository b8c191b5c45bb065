import { useRef, useState } from 'react';

/**
 * Returns the fields that the person has left, whose faults are shown. Waits while a press that
 * left one is under way: the messages would move what is being pressed.
 */
export function useTouchedFields() {
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
