import { notifications } from '@mantine/notifications';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { timerMs } from '../../core/timers.ts';
import { hasSingleKeys } from '../look/appearance.ts';
import { isDialogShown, isInDialog } from './dialogs.tsx';
import { createKeyboard, type Keyboard } from './keyboard.ts';
import { nameOf, type Press } from './names.ts';
import type { Bindings } from './scopes.ts';

const Keys = createContext<Keyboard | null>(null);

/** One keyboard for the whole page. */
export function KeysProvider({ children }: { children: ReactNode }) {
  const [keyboard] = useState(() =>
    createKeyboard({ now: () => performance.now(), later, onWord, hasSingle: hasSingleKeys }),
  );
  useEffect(() => listenWith(keyboard), [keyboard]);
  return <Keys value={keyboard}>{children}</Keys>;
}

export function useKeyboard(): Keyboard {
  const keyboard = useContext(Keys);
  if (!keyboard) throw new Error('No keyboard provider above this component');
  return keyboard;
}

/** Binds keys while the component is mounted; `title` heads them in the help. */
export function useKeys(title: string, bindings: Bindings): void {
  const keyboard = useKeyboard();
  const scope = useRef({ title, bindings });
  useEffect(() => {
    scope.current = { title, bindings };
  });
  useEffect(() => keyboard.add(scope), [keyboard]);
}

function later(act: () => void, ms: number): () => void {
  const timer = setTimeout(act, timerMs(ms));
  return () => clearTimeout(timer);
}

const NOTE_MS = 5000;

const onWord = () =>
  void notifications.show({
    id: 'word',
    message: 'Keys ignored: that looked like typing.',
    autoClose: NOTE_MS,
  });

function listenWith(keyboard: Keyboard): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  watchWriting(keyboard, signal);
  const beforePage = (event: KeyboardEvent) => keepFromPage(keyboard, event);
  window.addEventListener('keydown', beforePage, { signal, capture: true });
  window.addEventListener('keydown', (event) => onPress(keyboard, event), { signal });
  window.addEventListener('keyup', (event) => release(keyboard, event), { signal, capture: true });
  window.addEventListener('blur', keyboard.releaseAll, { signal });
  return () => stop.abort();
}

function onPress(keyboard: Keyboard, event: KeyboardEvent): void {
  const { target, timeStamp, key } = event;
  const isLine = !(target instanceof HTMLTextAreaElement);
  const isInField = isField(target, key);
  if (event.defaultPrevented || isPressed(event) || isOfDialog(event)) {
    // A dialog prevents the default of its own keys.
    if (!isInField && !event.defaultPrevented) overhear(keyboard, event);
    if (key === 'Enter' && isLine) keyboard.entered(timeStamp);
    return;
  }
  if (keyboard.press(pressOf(event), isInField, elementOf(target))) event.preventDefault();
}

/** A word presses no button, either. */
function overhear(keyboard: Keyboard, event: KeyboardEvent): void {
  const press = pressOf(event);
  keyboard.overhear(press);
  if (keyboard.isOfWord(press)) event.preventDefault();
}

/** Reports a text field that disappears while it is written in, for example because another person answered. */
function watchWriting(keyboard: Keyboard, signal: AbortSignal): void {
  let field: Element | null = null;
  let path = '';
  const changes = new MutationObserver(() => {
    if (!field || field.isConnected) return;
    leave();
    // On another page nobody goes on with the text of this one.
    if (window.location.pathname === path) keyboard.interrupt(performance.now());
  });
  const leave = () => {
    field = null;
    changes.disconnect();
  };
  const write = ({ target }: Event) => {
    if (target === field) return;
    leave();
    if (!(target instanceof HTMLElement) || !isField(target)) return;
    field = target;
    path = window.location.pathname;
    changes.observe(document.body, { childList: true, subtree: true });
  };
  /** These end the writing. */
  const press = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) => {
    const isEnter = key === 'Enter' && !(target instanceof HTMLTextAreaElement);
    if (isEnter || key === 'Escape' || ctrlKey || metaKey) leave();
  };
  for (const name of ['focusin', 'input']) window.addEventListener(name, write, { signal });
  window.addEventListener('keydown', press, { signal, capture: true });
  window.addEventListener('pointerdown', leave, { signal, capture: true });
  signal.addEventListener('abort', leave);
}

/** While a dialog is shown its own fields get the keys, and the page none but ⌘K. */
function keepFromPage(keyboard: Keyboard, event: KeyboardEvent): void {
  if (!isDialogShown()) return;
  if (nameOf(pressOf(event)) === 'mod+k') {
    event.stopPropagation();
    if (keyboard.press(pressOf(event), true)) event.preventDefault();
    return;
  }
  if (isInDialog(event.target) || event.key === 'Tab') return;
  event.stopPropagation();
  overhear(keyboard, event);
  if (event.key.length === 1 || event.key === 'Enter') event.preventDefault();
}

function release(keyboard: Keyboard, event: KeyboardEvent): void {
  keyboard.release(event);
  // In Firefox Space clicks on release.
  if (event.key === ' ' && elementOf(event.target)?.matches(ANSWERS)) event.preventDefault();
}

export const pressOf = (event: KeyboardEvent): Press => {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, timeStamp } = event;
  const isCaps = event.getModifierState('CapsLock');
  return { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, timeStamp, isCaps };
};

const elementOf = (target: EventTarget | null) => (target instanceof Element ? target : null);

/** A button that answers gets its keys from the keyboard. */
const ANSWERS = '[data-answers]';

/** Enter and Space press the focused button or link. */
const isPressed = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) =>
  (key === 'Enter' || key === ' ') &&
  !(ctrlKey || metaKey) &&
  target instanceof HTMLElement &&
  !target.matches(ANSWERS) &&
  target.closest('a, button, summary, [role="option"]') !== null;

/** A dialog has its own keys; of ours only those that press its answering buttons. */
const isOfDialog = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) =>
  isDialogShown() &&
  !(elementOf(target)?.matches(ANSWERS) && /^(Enter| )$/.test(key) && !(ctrlKey || metaKey));

/** Returns whether an element takes a key for itself, or writes; a radio or a range takes the arrows. */
export function isField(target: EventTarget | null, key = ''): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) {
    const isMoved = key.startsWith('Arrow') && MOVED.includes(target.type);
    return isMoved || !UNTYPED.includes(target.type);
  }
  return target.isContentEditable || /^(TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Typing a letter does nothing in these. */
const UNTYPED = ['checkbox', 'radio', 'button', 'submit', 'file', 'range'];
/** These use the arrows. */
const MOVED = ['radio', 'range'];
