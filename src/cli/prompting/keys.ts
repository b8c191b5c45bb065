/** Decodes what a terminal sends: single keys, and text that arrived in one piece. */
import type { Action } from '../../client/press.ts';

export type Input =
  /** A character, or the name of a key, which is longer. */
  | { is: 'key'; key: string; action: Action }
  /** A paste, or several characters in one read, which may be keys that were typed while we were busy. */
  | { is: 'text'; text: string; isTyped?: boolean }
  /** The terminal speaks the kitty keyboard protocol. */
  | { is: 'kitty' };

/** Control characters. */
const controls: Record<string, string> = {
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u001b': 'escape',
  '\u0003': 'ctrl-c',
  '\u0004': 'ctrl-d',
  '\f': 'ctrl-l',
  '\u0015': 'ctrl-u',
  '\u001a': 'ctrl-z',
  '\u007f': 'backspace',
  '\b': 'backspace',
};
/** The letters at the end of escape sequences: typed by themselves they are text. */
const finals: Record<string, string> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  Z: 'shift-tab',
};
/** The numbers of escape sequences that end with `~`. */
const numbered: Record<string, string> = {
  '1': 'home',
  '3': 'delete',
  '4': 'end',
  '5': 'pageUp',
  '6': 'pageDown',
  '7': 'home',
  '8': 'end',
};
/** The keypad's keys without a character, in the kitty protocol. */
const keypad: Record<number, string> = {
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'pageUp',
  57422: 'pageDown',
  57423: 'home',
  57424: 'end',
  57426: 'delete',
};
const actions: Record<string, Action> = { '2': 'repeat', '3': 'release' };

const ESCAPE = '\u001b';
const CTRL_C = '\u0003';
const PASTE = '\u001b[200~';
const PASTE_END = '\u001b[201~';
const LONGEST_PASTE = 4 * 1024 * 1024;

/**
 * A key with Alt is Escape and its character in one read. Neither a second Escape nor Ctrl-C is
 * such a character, nor part of a longer sequence: they always get through.
 */
const TOKEN = new RegExp(
  [
    // The function keys of the Linux console have a letter after what ends all others.
    '\\u001b\\[\\[[A-E]',
    '\\u001b\\[(?<csi>[0-?]*)[ -/]*(?<csiFinal>[@-Z\\\\-~])',
    '\\u001bO(?<ss3>[0-?]*)(?<ss3Final>[@-~])',
    // The terminal's answers, up to their end; and a sequence that was interrupted.
    '\\u001b[\\]P^_X][^\\u0003\\u0007\\u001b]*(?:\\u0007|\\u001b\\\\)',
    '\\u001b[\\[O][0-?]+[ -/]*',
    '\\u001b[^\\u0003\\u001b]',
    '(?<character>.)',
  ].join('|'),
  'gsu',
);
/** A sequence that may continue in the next read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what terminals send
const BEGUN = /\u001b(?:\[\[?|\[[0-?]*[ -/]*|O[0-?]*|[\]P^_X][^\u0003\u0007\u001b]*\u001b?)?$/u;

/**
 * Reads one terminal. Characters, sequences and pastes may be split between reads. Without bytes,
 * nothing has followed what was read before: it is complete.
 */
export function keyReader(): (bytes?: Uint8Array) => Input[] {
  // A byte order mark is a character like any other.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let begun = '';
  let paste: string | undefined;

  function read(text: string, isComplete: boolean): Input[] {
    if (paste !== undefined) return inPaste(paste, text, isComplete);
    const at = text.indexOf(PASTE);
    if (at >= 0) {
      paste = '';
      return [...keysIn(text.slice(0, at)), ...read(text.slice(at + PASTE.length), isComplete)];
    }
    begun = (!isComplete && BEGUN.exec(text)?.[0]) || '';
    return keysIn(text.slice(0, text.length - begun.length));
  }

  function inPaste(before: string, text: string, isComplete: boolean): Input[] {
    // The terminal may have closed during a paste: a lone Ctrl-C always gets through.
    if (text === CTRL_C) {
      paste = undefined;
      return keysIn(text);
    }
    // Even an oversized paste needs its end.
    const kept = before.length < LONGEST_PASTE ? before : before.slice(0, LONGEST_PASTE - 5);
    const whole = kept + text;
    const end = whole.indexOf(PASTE_END, Math.max(0, kept.length - PASTE_END.length));
    if (end < 0) {
      paste = whole;
      return [];
    }
    paste = undefined;
    const pasted = whole.slice(0, end).replaceAll(/\r\n?/g, '\n');
    const rest = whole.slice(end + PASTE_END.length);
    return [{ is: 'text', text: pasted }, ...read(rest, isComplete)];
  }

  return (bytes) => {
    const text = bytes ? decoder.decode(bytes, { stream: true }) : '';
    const before = begun;
    begun = '';
    // Only a sequence continues after an Escape that came alone; anything else is a key of its own.
    if (before === ESCAPE && text !== '' && !/^[[O\]]/.test(text))
      return [pressed('escape'), ...read(text, false)];
    return read(before + text, bytes === undefined);
  };
}

/** Decodes one read. */
function keysIn(text: string): Input[] {
  const inputs: Input[] = [];
  let run: string[] = [];
  const endRun = () => {
    const [first = ''] = run;
    if (run.length > 1) {
      inputs.push({ is: 'text', text: run.join('').replaceAll(/\r\n?/g, '\n'), isTyped: true });
    } else if (first !== '') inputs.push(pressed(controls[first] ?? first));
    run = [];
  };
  for (const { groups = {} } of text.matchAll(TOKEN)) {
    const { character } = groups;
    if (character !== undefined && isText(character)) {
      run.push(character);
      continue;
    }
    endRun();
    const input = character === undefined ? sequence(groups) : control(character);
    if (input) inputs.push(input);
  }
  endRun();
  return inputs;
}

const pressed = (key: string): Input => ({ is: 'key', key, action: 'press' });

const isText = (character: string) =>
  ['\r', '\n', '\t'].includes(character) || (character >= ' ' && character !== '\u007f');

function control(character: string): Input | undefined {
  const name = controls[character];
  return name === undefined ? undefined : pressed(name);
}

/** Undefined for a key that nothing here uses. */
function sequence(groups: Partial<Record<string, string>>): Input | undefined {
  const { csi = '', csiFinal, ss3 = '', ss3Final } = groups;
  if (csiFinal === undefined) {
    if (ss3Final === undefined) return undefined;
    const name = ss3Final === 'M' ? 'enter' : finals[ss3Final];
    return namedKey(name, ss3.split(';').at(-1) ?? '');
  }
  if (csiFinal === 'u') return csi.startsWith('?') ? { is: 'kitty' } : kittyKey(csi);
  const [number = '', states = '', code = ''] = csi.split(';');
  if (csiFinal !== '~') return namedKey(finals[csiFinal], states);
  // xterm has a notation of its own for such a key.
  return number === '27' ? kittyKey(`${code};${states}`) : namedKey(numbered[number], states);
}

function namedKey(name: string | undefined, states: string): Input | undefined {
  const { held, action } = stateOf(states);
  return name === undefined || held !== 0 ? undefined : { is: 'key', key: name, action };
}

const SHIFT = 1;
const CTRL = 4;
const LOCKS = 64 | 128;

/** `modifiers:event`. Shift and the locks are apart: the character already reflects them. */
function stateOf(states: string): { held: number; hasShift: boolean; action: Action } {
  const [modifiers = '', event = ''] = states.split(':');
  const bits = Number(modifiers || '1') - 1;
  return {
    held: bits & ~(SHIFT | LOCKS),
    hasShift: (bits & SHIFT) !== 0,
    action: actions[event] ?? 'press',
  };
}

/** `code:shifted:base ; modifiers:event ; text` */
function kittyKey(parameters: string): Input | undefined {
  const [codes = '', states = '', texts = ''] = parameters.split(';');
  const [code = 0, shifted = 0, base = 0] = codes.split(':').map(Number);
  const { held, hasShift, action } = stateOf(states);
  const text = texts.split(':').map(characterOf).join('');
  const character = characterOf(hasShift && shifted > 0 ? shifted : code);
  const name = keypad[code] ?? controls[characterOf(code)];
  if (held === CTRL) {
    // By its place where the layout has no Latin letters.
    const letter = code > 127 && base > 0 ? characterOf(base) : characterOf(code);
    return { is: 'key', key: `ctrl-${name ?? letter}`, action };
  }
  if ([...text].length > 1)
    return action === 'release' ? undefined : { is: 'text', text, isTyped: true };
  // Written text is meant as such, whichever keys wrote it: Alt and a letter, a keypad, a method.
  if (text !== '' && !isControl(text) && (held & CTRL) === 0)
    return { is: 'key', key: text, action };
  if (held !== 0) return undefined;
  if (name === 'tab' && hasShift) return { is: 'key', key: 'shift-tab', action };
  if (name !== undefined) return { is: 'key', key: name, action };
  return character === '' || isControl(character)
    ? undefined
    : { is: 'key', key: character, action };
}

const isControl = (character: string) => character < ' ' || character === '\u007f';

/** Keys without a character have numbers in a private range. */
function characterOf(number: number | string): string {
  const code = Number(number);
  const isPrivate = code >= 0xe000 && code <= 0xf8ff;
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  if (!(code > 0) || code > 0x10ffff || isPrivate || isSurrogate) return '';
  return String.fromCodePoint(code);
}
