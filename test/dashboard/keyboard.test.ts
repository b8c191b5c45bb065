import { expect, test } from 'bun:test';
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
  press('g');
  press('x');
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
