/** The name of a press: `j`, `Shift+n`, `1`, `?`, `Enter`, or `mod+Enter` with Ctrl or ⌘. */
export type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'timeStamp'
> & { isCaps: boolean };

const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock', 'NumLock', 'Fn'];

/** Returns null for an ignored press: Caps Lock, a key with Alt, a modifier by itself. */
export function nameOf(press: Press): string | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  if (altKey || MODIFIERS.includes(key)) return null;
  const mod = ctrlKey || metaKey ? 'mod+' : '';
  const digit = digitOf(press);
  if (digit !== null) return shiftKey ? null : mod + digit;
  const letter = letterOf(press);
  if (letter !== null) {
    if (shiftKey) return mod === '' ? `Shift+${letter}` : null;
    return mod !== '' || !press.isCaps ? mod + letter : null;
  }
  // Characters such as ? need Shift on some keyboards and not on others.
  if (isCharacter(key)) return /\d/.test(key) ? null : mod + key;
  return shiftKey ? null : mod + key;
}

/**
 * By what it writes; where that is not a Latin letter, by the position of the key, as the keyboard then has
 * no Latin letter there.
 */
function letterOf(press: Press): string | null {
  if (isForeign(press)) return placeOf(press) ?? press.key;
  const { key } = press;
  return key.length === 1 && key.toLowerCase() !== key.toUpperCase() ? key.toLowerCase() : null;
}

/** Returns the letter that an American keyboard has at the position of the key. */
export const placeOf = ({ code }: Press): string | undefined =>
  /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();

/** Returns whether it writes a letter of another alphabet, such as Cyrillic, Hebrew or Thai. */
export const isForeign = ({ key }: Press) =>
  isCharacter(key) && /[\p{L}\p{M}]/u.test(key) && !/\p{Script=Latin}/u.test(key);

/** The names of keys that write nothing, such as `Enter`, are ASCII; some keys write two characters. */
const isCharacter = (key: string) => key.length === 1 || /[^ -~]/.test(key);

/** By the position of the key: a French keyboard types digits with Shift. */
function digitOf({ key, code, shiftKey }: Press): string | null {
  const [, row, pad] = /^(?:Digit(\d)|Numpad(\d))$/.exec(code) ?? [];
  // With Shift the row has other characters, such as the / of a German keyboard.
  if (row !== undefined) return shiftKey && !/\d/.test(key) ? null : row;
  return pad !== undefined && key === pad ? pad : null;
}

/** Returns whether it would have written a character in a field. */
export const isTyped = ({ key, ctrlKey, metaKey }: Press) =>
  isCharacter(key) && !ctrlKey && !metaKey;

/** Returns whether a name is a single character: these can be switched off. */
export const isSingle = (name: string) =>
  name.split(' ').every((one) => [...one.replace('Shift+', '')].length === 1);

/** Returns the keys of the choice at a position from 1: `9`, and `1 2` for the twelfth. */
export const keyOfNumber = (place: number) => [...String(place)].join(' ');

/** The positions that two digits reach. */
export const MOST_NUMBERED = 99;

export const isNumber = (name: string) => /^\d \d$/.test(name);
