/** What a press is called: `j`, `Shift+n`, `1`, `?`, `Enter`, or `mod+Enter` with Ctrl or ⌘. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'timeStamp'
> & { isCaps: boolean };

const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Fn'];

/** Null for what is no press of ours: Caps Lock, a key with Alt, a modifier by itself. */
export function nameOf(press: Press): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey || MODIFIERS.includes(key)) return null;
  const mod = ctrlKey || metaKey ? 'mod+' : '';
  const digit = digitOf(press);
  if (digit !== null) return shiftKey ? null : mod + digit;
  if (isLetter(key)) {
    if (shiftKey) return mod === '' ? `Shift+${key.toLowerCase()}` : null;
    return mod !== '' || !press.isCaps ? mod + key.toLowerCase() : null;
  }
  // Signs such as ? are typed with Shift on some keyboards and without on others.
  if (key.length === 1) return /\d/.test(key) ? null : mod + key;
  return shiftKey ? null : mod + key;
}

/** By the place of the key: a French keyboard types digits with Shift. */
function digitOf({ key, code, shiftKey }: Press): string | null {
  const [, row, pad] = /^(?:Digit(\d)|Numpad(\d))$/.exec(code) ?? [];
  // With Shift the row has signs, such as the / of a German keyboard.
  if (row !== undefined) return shiftKey && !/\d/.test(key) ? null : row;
  return pad !== undefined && key === pad ? pad : null;
}

const isLetter = (key: string) => key.length === 1 && key.toLowerCase() !== key.toUpperCase();

/** Whether it would have written something in a field. */
export const isTyped = ({ key, ctrlKey, metaKey }: Press) =>
  key.length === 1 && !ctrlKey && !metaKey;

/** Whether a name is that of one character: a person can switch these off. */
export const isSingle = (name: string) =>
  name.split(' ').every((one) => [...one.replace('Shift+', '')].length === 1);

/** The keys of the choice at a place, counted from one: `9`, and `1 2` for the twelfth. */
export const keyOfNumber = (place: number) => [...String(place)].join(' ');

/** Places that two digits reach. */
export const MOST_NUMBERED = 99;

export const isNumber = (name: string) => /^\d \d$/.test(name);
