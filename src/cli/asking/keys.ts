/** Decodes what a terminal sends: single keys, and text that arrived in one piece. */
export type Action = 'press' | 'repeat' | 'release';
export type Input =
  | { is: 'key'; key: string; action: Action }
  /** More than one character in one read, or a bracketed paste. */
  | { is: 'text'; text: string }
  /** The terminal speaks the kitty keyboard protocol. */
  | { is: 'kitty' };

/** Characters as they are, the other keys by name. */
const names: Record<string, string> = {
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
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  Z: 'shift-tab',
  '1~': 'home',
  '3~': 'delete',
  '4~': 'end',
  '5~': 'pageUp',
  '6~': 'pageDown',
};
const actions: Record<string, Action> = { '2': 'repeat', '3': 'release' };

const PASTE = '\u001b[200~';
const PASTE_END = '\u001b[201~';
const LONGEST_PASTE = 4 * 1024 * 1024;
const TOKEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what terminals send
  /\u001b\[([<=>?]?[0-9;:]*)([@-~])|\u001bO([A-Za-z])|\u001b[\]P^_X][^\u0007\u001b]*(?:\u0007|\u001b\\)|\u001b[ -~]|./gsu;
/** A sequence that continues in the next read. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what terminals send
const BEGUN = /\u001b\[[<=>?]?[0-9;:]*$/;

/** Reads one terminal; a paste may arrive in several pieces. */
export function keyReader() {
  const decoder = new TextDecoder();
  let begun = '';
  let paste: string | undefined;

  function read(text: string): Input[] {
    if (paste === undefined) {
      const at = text.indexOf(PASTE);
      if (at < 0) return keysIn(text);
      paste = '';
      return [...keysIn(text.slice(0, at)), ...read(text.slice(at + PASTE.length))];
    }
    // The terminal may have closed during a paste: a lone Ctrl-C always gets through.
    if (text === '\u0003') {
      paste = undefined;
      return keysIn(text);
    }
    // Even an oversized paste needs its end.
    paste = paste.length < LONGEST_PASTE ? paste + text : paste.slice(0, LONGEST_PASTE - 5) + text;
    const end = paste.indexOf(PASTE_END);
    if (end < 0) return [];
    const [pasted, rest] = [paste.slice(0, end), paste.slice(end + PASTE_END.length)];
    paste = undefined;
    return [{ is: 'text', text: pasted.replaceAll(/\r\n?/g, '\n') }, ...read(rest)];
  }

  return (bytes: Uint8Array): Input[] => {
    const text = begun + decoder.decode(bytes, { stream: true });
    begun = (paste === undefined && BEGUN.exec(text)?.[0]) || '';
    return read(text.slice(0, text.length - begun.length));
  };
}

/** Decodes one read. Several characters in it are text: nobody types that fast. */
export function keysIn(text: string): Input[] {
  const inputs: Input[] = [];
  let run: string[] = [];
  const endRun = () => {
    if (run.length > 1) inputs.push({ is: 'text', text: run.join('').replaceAll('\r', '\n') });
    else for (const one of run) inputs.push(pressed(names[one] ?? one));
    run = [];
  };
  for (const [whole, parameters = '', final = '', short] of text.matchAll(TOKEN)) {
    if (isText(whole)) run.push(whole);
    else {
      endRun();
      const one = sequence(whole, parameters, short ?? final);
      if (one) inputs.push(one);
    }
  }
  endRun();
  return inputs;
}

const pressed = (key: string): Input => ({ is: 'key', key, action: 'press' });

const isText = (whole: string) =>
  [...whole].length === 1 &&
  (['\r', '\n', '\t'].includes(whole) || (whole >= ' ' && whole !== '\u007f'));

function sequence(whole: string, parameters: string, final: string): Input | undefined {
  if (final === '') return whole in names ? pressed(names[whole] ?? '') : undefined;
  if (final === 'u') return parameters.startsWith('?') ? { is: 'kitty' } : kittyKey(parameters);
  const [number = '', rest = ''] = parameters.split(';');
  const [modifiers = '1', event = ''] = rest.split(':');
  const name = names[final === '~' ? `${number}~` : final];
  if (name === undefined || !isPlain(modifiers)) return undefined;
  return { is: 'key', key: name, action: actions[event] ?? 'press' };
}

/** Shift and the locks, which the character already reflects. */
const HARMLESS = 1 | 64 | 128;
const CTRL = 4;
const bitsOf = (modifiers: string) => (Number(modifiers || '1') - 1) & ~HARMLESS;
const isPlain = (modifiers: string) => bitsOf(modifiers) === 0;

/** `code:shifted ; modifiers:event ; text` */
function kittyKey(parameters: string): Input | undefined {
  const [codes = '', states = '', texts = ''] = parameters.split(';');
  const [modifiers = '1', event = ''] = states.split(':');
  const code = Number(codes.split(':')[0]);
  // Keys without a character have numbers in a private range.
  if (!(code > 0) || (code >= 0xe000 && code <= 0xf8ff) || code > 0x10ffff) return undefined;
  const character = String.fromCodePoint(code);
  const action = actions[event] ?? 'press';
  const isShiftTab = code === 9 && ((Number(modifiers || '1') - 1) & 1) === 1;
  if (isShiftTab) return { is: 'key', key: 'shift-tab', action };
  if (bitsOf(modifiers) === CTRL) return { is: 'key', key: `ctrl-${named(character)}`, action };
  if (!isPlain(modifiers)) return undefined;
  const written = texts.split(':').filter(Boolean).map(Number);
  const text = written.length > 0 ? String.fromCodePoint(...written) : character;
  return { is: 'key', key: named(text), action };
}

const named = (text: string) =>
  names[text] !== undefined && text < ' ' ? names[text] : text === '\u007f' ? 'backspace' : text;
