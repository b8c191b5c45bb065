import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Bindings } from '../../src/dashboard/keys/scopes.ts';
import { noting, typist } from '../support/browser/typist.ts';

test('prefers the bindings of the topmost page, and returns to those beneath when it closes', () => {
  const [below, above]: [string[], string[]] = [[], []];
  const { press, ends } = typist(noting(below, ['j', '?']), noting(above, ['j']));
  press('j');
  press('?', { shiftKey: true, code: 'Slash' });
  ends[1]?.();
  press('j');
  expect([above, below]).toEqual([['j'], ['?', 'j']]);
});

test('recognises a sequence of 2 keys, unless the second is late or another', () => {
  const done: string[] = [];
  const { press, advance } = typist(noting(done, ['g w', 'w']));
  press('g');
  press('w');
  press('g');
  advance(2000);
  press('w');
  advance(700);
  press('g');
  press('x');
  advance(700);
  press('w');
  expect(done).toEqual(['g w', 'w', 'w']);
});

test('leaves letters and Enter to a field, but not Escape and Ctrl combinations', () => {
  const done: string[] = [];
  const { press } = typist(noting(done, ['a', 'Escape', 'mod+Enter', 'Enter']));
  const inField = true;
  expect(press('a', { inField })).toBe(false);
  expect(press('Enter', { inField })).toBe(false);
  expect(press('Escape', { inField })).toBe(true);
  expect(press('Enter', { inField, ctrlKey: true })).toBe(true);
  expect(done).toEqual(['Escape', 'mod+Enter']);
});

test('leaves an unbound key to the browser', () => {
  const { press } = typist(noting([], ['j']));
  const pressed = [press('F5'), press('toString'), press('j', { ctrlKey: true })];
  expect(pressed).toEqual([false, false, false]);
});

test('answers once while a key is held, with or without the repeat flag', () => {
  const done: string[] = [];
  const { down, keyboard, advance } = typist(noting(done, [], ['1']));
  down('1');
  for (const repeat of [true, false, true, false]) {
    advance(300);
    down('1', { repeat });
  }
  expect(done).toEqual(['1']);
  keyboard.release({ key: '1', code: 'Digit1' });
  advance(300);
  down('1', { repeat: true });
  advance(300);
  expect(done).toEqual(['1']);
  down('1');
  advance(300);
  expect(done).toEqual(['1', '1']);
});

test('treats a released ⌘ as releasing every key on a Mac', () => {
  const done: string[] = [];
  const { down, keyboard, advance } = typist(noting(done, [], ['mod+Enter']));
  down('Enter', { ctrlKey: true });
  advance(1000);
  down('Enter', { ctrlKey: true });
  keyboard.release({ key: 'Meta', code: 'MetaLeft' });
  advance(1000);
  down('Enter', { ctrlKey: true });
  expect(done).toEqual(['mod+Enter', 'mod+Enter']);
});

test('answers 10 presses 230 ms apart within 3.4 s', () => {
  const done: string[] = [];
  const { press, advance, keyboard } = typist({
    1: [
      'Approve',
      () => {
        done.push('1');
        keyboard.answered();
      },
      'approve',
    ],
  });
  let passed = 0;
  const pass = (ms: number) => {
    passed += ms;
    advance(ms);
  };
  for (let count = 0; count < 10; count += 1) {
    press('1');
    pass(120);
    expect(done.length).toBe(count + 1);
    pass(110);
  }
  expect(passed).toBeLessThanOrEqual(3400);
});

test('counts a bouncing key as one press', () => {
  const done: string[] = [];
  const { press, advance } = typist(noting(done, [], ['1']));
  press('1');
  advance(60);
  press('1');
  advance(70);
  press('1');
  advance(500);
  expect(done).toEqual(['1']);
});

test('ignores typed words, undoes the choice of their first letter, and reports them once', () => {
  const done: string[] = [];
  const { press, advance, words } = typist(noting(done, [], ['a', 'r', '1']));
  for (const letter of ['a', 'p', 'r']) {
    press(letter);
    advance(60);
  }
  advance(1000);
  expect(done).toEqual([]);
  expect(words()).toBeGreaterThan(0);
  // Slower than that, but three keys in a row.
  press('x');
  advance(200);
  press('y');
  advance(200);
  press('1');
  advance(1000);
  expect(done).toEqual([]);
  press('1');
  advance(200);
  expect(done).toEqual(['1']);
});

/** A page whose keys all do something that can be undone. */
function undoing(done: string[], names: string[]): Bindings {
  const act = (name: string) => () => {
    done.push(name);
    return () => void done.splice(done.lastIndexOf(name), 1);
  };
  return Object.fromEntries(names.map((name) => [name, [name, act(name)]]));
}

const letters = [...'abcdefghijklmnopqrstuvwxyz'];
const paces = [5, 100, 280];

test.each(paces)('lets a word do nothing, whatever its letters are for, at %i ms a key', (pace) => {
  const word = fc
    .string({ unit: fc.constantFrom(...letters, ' ', '1', '?'), minLength: 5, maxLength: 30 })
    // Three different keys within 600 ms are a word from the first of them.
    .filter((text) =>
      text
        .slice(2)
        .split('')
        .every((_, at) => isVaried(text.slice(at, at + 3))),
    );
  fc.assert(
    fc.property(word, fc.subarray(letters, { minLength: 1 }), (text, once) => {
      const done: string[] = [];
      const at = (names: string[], of: string[]) =>
        Object.entries(undoing(done, names)).map(([name, [does, act]]) => [
          name,
          of.includes(name) ? [does, act, name] : [does, act],
        ]);
      const bindings = Object.fromEntries(at([...letters, '1', '?', 'Enter', 'g a'], once));
      const { press, advance } = typist(bindings as Bindings);
      for (const key of [...text, 'Enter']) {
        press(key);
        advance(pace);
      }
      advance(2000);
      expect(done).toEqual([]);
      // After a pause keys are keys.
      press('q');
      advance(700);
      expect(done).toEqual(['q']);
    }),
    { numRuns: 100 },
  );
});

const isVaried = (keys: string) => new Set(keys.replaceAll(/[jk]/g, 'j')).size === keys.length;

const deliberate: [what: string, ...keys: string[]][] = [
  ['the same key again and again', 'j', 'j', 'j', 'j'],
  ['there and back', 'j', 'k', 'j', 'k', 'k'],
  ['a number and a letter', '1', 'j', '1', 'j'],
  ['a sequence, and on', 'g', 'w', 'j', 'j'],
];

test.each(deliberate)('does every deliberate press 230 ms apart: %s', (_, ...keys) => {
  const done: string[] = [];
  const { press, advance } = typist(undoing(done, ['j', 'k', '1', 'g w']));
  for (const key of keys) {
    press(key);
    advance(230);
  }
  expect(done.join(' ')).toBe(keys.join(' '));
});

test('repeats what a held key does, and then what the next one does', () => {
  const done: string[] = [];
  const { down, keyboard, press, advance } = typist(undoing(done, ['j', 'c']));
  down('j');
  for (let count = 0; count < 20; count += 1) {
    advance(30);
    down('j', { repeat: true });
  }
  keyboard.release({ key: 'j', code: 'KeyJ' });
  advance(20);
  press('c');
  expect(done).toEqual([...Array(21).fill('j'), 'c']);
});

test('lets the rest of a word do nothing when its field has disappeared, until 600 ms of silence', () => {
  const done: string[] = [];
  const { press, advance, keyboard, words } = typist(
    undoing(done, ['e', 'o', 'j', 'Enter']),
    noting(done, [], ['a', 'r', '1']),
  );
  for (const letter of 'it is pl') press(letter, { inField: true });
  keyboard.interrupt(10_000);
  advance(300);
  for (const letter of ['e', 'a', 's', 'e', ' ', 'o', 'r', '1', 'j', 'Enter']) {
    press(letter);
    advance(400);
  }
  expect(done).toEqual([]);
  expect(words()).toBeGreaterThan(0);
  advance(300);
  press('j');
  advance(230);
  press('1');
  advance(230);
  expect(done).toEqual(['j', '1']);
});

test("reports when a word's first key was pressed", () => {
  const { keyboard, press, advance } = typist(noting([], ['j'], ['a']));
  const from: number[] = [];
  const end = keyboard.onTyped((at) => from.push(at));
  press('a');
  for (const key of ['q', 'w', 'e']) {
    advance(250);
    press(key);
  }
  expect(from).toEqual([10_000, 10_000]);
  advance(1000);
  press('a');
  advance(300);
  press('a');
  advance(100);
  press('j');
  expect(from.slice(2)).toEqual([12_050]);
  end();
  press('q');
  expect(from.length).toBe(3);
});

test('ignores Enter at the end of a word or within 400 ms of a press', () => {
  const done: string[] = [];
  const { press, advance, keyboard } = typist(noting(done, [], ['Enter', '1']));
  for (const letter of ['o', 'n', 'e']) press(letter);
  press('Enter');
  expect(done).toEqual([]);
  advance(1000);
  keyboard.answered();
  advance(300);
  press('Enter');
  expect(done).toEqual([]);
  advance(200);
  press('Enter');
  advance(200);
  press('Enter');
  expect(done).toEqual(['Enter']);
});

const undecided = [
  ['a', { shiftKey: true }],
  ['A', { shiftKey: true }],
  ['A', { isCaps: true }],
  ['a', { altKey: true }],
  ['a', { ctrlKey: true }],
  ['1', { altKey: true }],
  ['!', { shiftKey: true, code: 'Digit1' }],
  ['1', { shiftKey: true, code: 'Digit1' }],
  ['End', { code: 'Numpad1' }],
] as const;

test.each(undecided)('decides nothing on %s with %p', (key, how) => {
  const done: string[] = [];
  const { press, advance } = typist(noting(done, [], ['a', '1']));
  press(key, how);
  advance(500);
  expect(done).toEqual([]);
});

test('reads digits by their key, on a French keyboard and on the number pad', () => {
  const done: string[] = [];
  const { press, advance } = typist(noting(done, [], ['1', '2']));
  press('&', { code: 'Digit1' });
  advance(500);
  press('2', { code: 'Numpad2' });
  advance(500);
  expect(done).toEqual(['1', '2']);
});

const layouts = [
  ['Cyrillic', 'о', 'KeyJ', 'j'],
  ['Greek', 'ξ', 'KeyJ', 'j'],
  ['Hebrew', 'ח', 'KeyJ', 'j'],
  ['Arabic', 'ت', 'KeyJ', 'j'],
  ['Arabic, with two letters on one key', 'لا', 'KeyB', 'b'],
  ['Thai, with a mark', '่', 'KeyJ', 'j'],
  ['Hindi', 'र', 'KeyJ', 'j'],
  ['Korean', 'ㅓ', 'KeyJ', 'j'],
  ['Georgian', 'ჯ', 'KeyJ', 'j'],
  ['French', 'a', 'KeyQ', 'a'],
  ['French', 'q', 'KeyA', 'q'],
  ['Dvorak', 'j', 'KeyC', 'j'],
  ['Dvorak', 'h', 'KeyJ', 'h'],
  ['Dvorak, with no letter', "'", 'KeyQ', "'"],
  ['Turkish', 'ı', 'KeyI', 'ı'],
  ['bépo', 'é', 'KeyW', 'é'],
  ['German', 'ö', 'Semicolon', 'ö'],
] as const;

test.each(layouts)(
  'reads letters by what they are, and others by their place: %s %s',
  (...given) => {
    const [, key, code, name] = given;
    const done: string[] = [];
    const letters = [..."abcdefghijklmnopqrstuvwxyzıéö'"];
    const shifted = letters.map((letter) => `Shift+${letter}`);
    const mods = letters.map((letter) => `mod+${letter}`);
    const { press, advance } = typist(noting(done, [...letters, ...shifted, ...mods], []));
    for (const how of [
      {},
      { shiftKey: true },
      { ctrlKey: true },
      { altKey: true },
      { isCaps: true },
    ]) {
      press(key, { code, ...how });
      advance(700);
    }
    const isCharacter = name === "'";
    expect(done).toEqual(
      isCharacter ? [name, name, `mod+${name}`, name] : [name, `Shift+${name}`, `mod+${name}`],
    );
  },
);

test('reads a sequence by place on a keyboard whose other keys have no Latin letters', () => {
  const done: string[] = [];
  const { press, advance } = typist(noting(done, ['g w', '/']));
  const type = (...keys: [key: string, code: string][]) => {
    for (const [key, code] of keys) {
      press(key, { code });
      advance(230);
    }
    advance(2000);
  };
  type(['ע', 'KeyG'], ["'", 'KeyW']);
  // It is the key's own character.
  type(['/', 'KeyQ']);
  type(['g', 'KeyU'], ["'", 'KeyW']);
  expect(done).toEqual(['g w', '/']);
});

test('disarms an armed choice on any other key, which does nothing else', () => {
  const done: string[] = [];
  const { press, advance, keyboard } = typist(noting(done, ['j', 'mod+k'], ['1', 'r']));
  let disarmed = 0;
  const disarm = () => {
    disarmed += 1;
  };
  const arm = () => keyboard.arm({ choice: 'r', disarm });
  arm();
  press('j');
  arm();
  press('1');
  arm();
  press('q');
  advance(500);
  expect([done, disarmed]).toEqual([[], 3]);
  advance(1000);
  arm();
  press('r');
  advance(500);
  press('k', { ctrlKey: true });
  expect([done, disarmed]).toEqual([['r', 'mod+k'], 3]);
});

test('drops a choice when its question closes or changes', () => {
  const done: string[] = [];
  const { press, advance, ends } = typist(noting(done, [], ['1']));
  press('1');
  ends[0]?.();
  advance(500);
  expect(done).toEqual([]);
});

test('switches off single-character keys and keeps the others', () => {
  const done: string[] = [];
  const { press, advance, switchOff } = typist(noting(done, ['j', 'g w', 'Enter', 'mod+k'], ['1']));
  switchOff();
  for (const key of ['j', 'g', 'w', '1', 'Enter']) {
    press(key);
    advance(700);
  }
  press('k', { ctrlKey: true });
  expect(done).toEqual(['Enter', 'mod+k']);
});
