/** Bytes that a terminal sends, and the keys and texts that it means. */
import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Input, keyReader } from '../../src/cli/prompting/keys.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Reads of these, and the rest when nothing follows. */
function receivedIn(...reads: Uint8Array[]): Input[] {
  const read = keyReader();
  return [...reads.flatMap((one) => read(one)), ...read()];
}

function shown(input: Input) {
  if (input.is === 'kitty') return 'kitty';
  if (input.is === 'text') return input.isTyped ? { typed: input.text } : { pasted: input.text };
  return input.action === 'press' ? input.key : `${input.action} ${input.key}`;
}

const reads: [what: string, reads: string[], received: unknown[]][] = [
  [
    'keys in one read',
    ['j\u001b[A\u001bOB\u001b[5~é\u007f\u001b\u0003'],
    ['j', 'up', 'down', 'pageUp', 'é', 'backspace', 'escape', 'ctrl-c'],
  ],
  ['what has no name', ['\u001b[1;5C\u0000\u0001'], []],
  ['two characters in one read', ['1\r'], [{ typed: '1\n' }]],
  ['lines from Windows', ['1\r\n2'], [{ typed: '1\n2' }]],
  ['a word between arrows', ['\u001b[Aab\u001b[B'], ['up', { typed: 'ab' }, 'down']],
  ['a byte order mark', ['\ufeff', 'a'], ['\ufeff', 'a']],
  ['keys that end sequences', [...'ABCDFHMPQRSZ~u'], [...'ABCDFHMPQRSZ~u']],
  ['Shift and an arrow', ['\u001b[1;2A'], ['up']],
  ['Ctrl and an arrow, both ways', ['\u001b[1;5A\u001bO5A'], []],
  ['the keypad of an application', ['\u001bOM'], ['enter']],
  ['Home and End, every way', ['\u001b[H\u001b[1~\u001b[7~\u001bOH'], Array(4).fill('home')],
  ['function keys', ['\u001bOP\u001b[15~\u001b[[A\u001b[1;2P'], []],
  ['a focus that comes and goes', ['\u001b[I\u001b[O'], []],
  ['Alt and a letter', ['\u001b1', '\u001bé', '\u001b👍'], []],
  ['Alt and Enter, Backspace', ['\u001b\r', '\u001b\u007f'], []],
  ['Alt and a bracket, and a letter later', ['\u001b[', 'A'], ['up']],
  ['Escape', ['\u001b'], ['escape']],
  ['Escape, then a letter', ['\u001b', 'j'], ['escape', 'j']],
  ['Escape, then Up', ['\u001b', '\u001b[A'], ['escape', 'up']],
  ['Escape twice', ['\u001b\u001b'], ['escape', 'escape']],
  ['an arrow in pieces', ['\u001b', '[', '1', ';', '2', 'A'], ['up']],
  ['a sequence that ends too early', ['\u001b[12', '\u0003', 'j'], ['ctrl-c', 'j']],
  ['an answer in pieces', ['\u001b]11;rgb:1', '/1/1\u001b', '\\j'], ['j']],
  ['an answer that never ends', ['\u001b]11;\u0003'], [{ typed: '11;' }, 'ctrl-c']],
  ['a paste', ['\u001b[200~1\u001b[201~'], [{ pasted: '1' }]],
  ['a paste in pieces', ['\u001b[200~a\r', '1\u001b[2', '01~', '2'], [{ pasted: 'a\n1' }, '2']],
  ['a paste whose beginning is in pieces', ['\u001b', '[20', '0~a\u001b[201~'], [{ pasted: 'a' }]],
  [
    'two pastes',
    ['\u001b[200~a\u001b[201~\u001b[200~b\u001b[201~'],
    [{ pasted: 'a' }, { pasted: 'b' }],
  ],
  ['a paste that never ends', ['\u001b[200~a', '1', '\u0003', 'j'], ['ctrl-c', 'j']],
  ['answers of the terminal', ['\u001b[?1u\u001b[?62;4c\u001b]11;rgb:1/1/1\u0007'], ['kitty']],
  [
    'kitty: a key down, held and let go',
    ['\u001b[49;1;49u', '\u001b[49;1:2;49u', '\u001b[49;1:3u'],
    ['1', 'repeat 1', 'release 1'],
  ],
  [
    'kitty: Ctrl-C, Escape, Enter, Shift-g',
    ['\u001b[99;5u', '\u001b[27u', '\u001b[13u', '\u001b[103:71;2;71u'],
    ['ctrl-c', 'escape', 'enter', 'G'],
  ],
  ['kitty: Ctrl-C of a Cyrillic keyboard', ['\u001b[1089::99;5u'], ['ctrl-c']],
  ['kitty: a capital without its text', ['\u001b[97:65;2u'], ['A']],
  ['kitty: Alt, a modifier alone, Super', ['\u001b[49;3u', '\u001b[57441;2u', '\u001b[97;9u'], []],
  ['kitty: Alt that writes a character', ['\u001b[108;3;64u'], ['@']],
  ['kitty: what an input method writes', ['\u001b[0;;20320:22909u'], [{ typed: '你好' }]],
  ['kitty: one character of an input method', ['\u001b[0;;20320u'], ['你']],
  [
    'kitty: the keypad',
    ['\u001b[57400;129;49u', '\u001b[57414u', '\u001b[57419u'],
    ['1', 'enter', 'up'],
  ],
  ['kitty: an arrow held', ['\u001b[1;1:2B'], ['repeat down']],
  ['kitty: Tab and Shift-Tab', ['\u001b[9u', '\u001b[9;2u'], ['tab', 'shift-tab']],
  ['xterm: Ctrl-Enter', ['\u001b[27;5;13~'], ['ctrl-enter']],
  ['numbers that are no characters', ['\u001b[55296u', '\u001b[99999999u', '\u001b[0u'], []],
];
test.each(reads)('decodes %s', (_, sent, received) => {
  expect(receivedIn(...sent.map(bytesOf)).map(shown)).toEqual(received as never);
});

/** The text of keys that were pressed and of texts. */
const textOf = (inputs: Input[]) =>
  inputs
    .map((input) => {
      if (input.is === 'text') return input.text;
      if (input.is === 'kitty' || input.action !== 'press') return '';
      return { enter: '\n', tab: '\t' }[input.key] ?? input.key;
    })
    .join('');

/** Splits bytes at these places. */
function split(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const at = [...places.map((place) => place % (bytes.length + 1)), bytes.length].toSorted(
    (a, b) => a - b,
  );
  return at.map((end, index) => bytes.slice(at[index - 1] ?? 0, end));
}

const line = fc
  .string({ unit: 'binary' })
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys by themselves
  .map((text) => text.toWellFormed().replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '\n'));
const places = fc.array(fc.nat(), { maxLength: 20 });

test('reads any text as it was typed, however it is split', () => {
  fc.assert(
    fc.property(line, places, (text, where) => {
      expect(textOf(receivedIn(...split(bytesOf(text), where)))).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test('reads any paste as it is, however it is split, and what comes before and after', () => {
  fc.assert(
    fc.property(line, line, line, places, (before, text, after, where) => {
      const sent = bytesOf(`${before}\u001b[200~${text}\u001b[201~${after}`);
      const inputs = receivedIn(...split(sent, where));
      expect(textOf(inputs)).toBe(before + text + after);
      expect(inputs.filter((one) => one.is === 'text' && !one.isTyped).map(shown)).toEqual([
        { pasted: text },
      ]);
    }),
    { numRuns: 1000 },
  );
});

const sequences = [
  '\u001b[A',
  '\u001bOB',
  '\u001b[1;2C',
  '\u001b[5~',
  '\u001b[49;1;49u',
  '\u001b[97:65;2;65u',
  '\u001b[99;5u',
  '\u001b[?1u',
  '\u001b]11;rgb:1/1/1\u0007',
  '\u001b[200~A\u001b[201~',
];

test('reads sequences between keys the same, however they are split', () => {
  const key = fc.constantFrom(...'ABCDHFZaq1 [O~', ...sequences);
  fc.assert(
    fc.property(fc.array(key, { minLength: 1, maxLength: 6 }), places, (keys, where) => {
      const each = keys.flatMap((one) => receivedIn(bytesOf(one)));
      const inputs = receivedIn(...split(bytesOf(keys.join('')), where));
      expect(textOf(inputs)).toBe(textOf(each));
      const named = (all: Input[]) =>
        all.filter((one) => one.is === 'kitty' || (one.is === 'key' && one.key.length > 1));
      expect(named(inputs)).toEqual(named(each));
    }),
    { numRuns: 3000 },
  );
});
