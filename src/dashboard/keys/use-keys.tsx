import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type Bindings, createKeyboard, type Keyboard } from './keyboard.ts';

const Keys = createContext<Keyboard | null>(null);

/** One keyboard for the whole page. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const [keyboard] = useState(() => createKeyboard());
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || isDialogOpen()) return;
      if (isPressed(event)) return;
      if (keyboard.press(event, isField(event.target))) event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [keyboard]);
  return <Keys value={keyboard}>{children}</Keys>;
}

export function useKeyboard(): Keyboard {
  const keyboard = useContext(Keys);
  if (!keyboard) throw new Error('There is no keyboard around this component');
  return keyboard;
}

/** Binds keys while the component is shown; `title` heads them in the help. */
export function useKeys(title: string, bindings: Bindings): void {
  const keyboard = useKeyboard();
  const scope = useRef({ title, bindings });
  useEffect(() => {
    scope.current = { title, bindings };
  });
  useEffect(() => keyboard.add(scope), [keyboard]);
}

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Enter and Space press the button or link that has the focus. */
const isPressed = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) =>
  (key === 'Enter' || key === ' ') &&
  !(ctrlKey || metaKey) &&
  target instanceof HTMLElement &&
  target.closest('a, button, summary, [role="option"]') !== null;

function isField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !UNTYPED.includes(target.type);
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}

/** A letter means nothing to these. */
const UNTYPED = ['checkbox', 'radio', 'button', 'submit', 'file', 'range'];
