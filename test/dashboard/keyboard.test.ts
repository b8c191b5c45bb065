import { expect, test } from 'bun:test';
import { noting, typist } from '../support/browser/typist.ts';

test('a key does what the page on top says, and what is beneath once that is gone', () => {
  const [below, above]: [string[], string[]] = [[], []];
  const { press, ends } = typist(noting(below, ['j', '?']), noting(above, ['j']));
  press('j');
  press('?', { shiftKey: true, code: 'Slash' });
  ends[1]?.();
  press('j');
  expect([above, below]).toEqual([['j'], ['?', 'j']]);
});

test('two keys after each other go somewhere, unless the second comes late or is another', () => {
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

test('in a field a letter is a letter; Escape and what is held with Ctrl still work', () => {
  const done: string[] = [];
  const { press } = typist(noting(done, ['a', 'Escape', 'mod+Enter', 'Enter']));
  const inField = true;
  expect(press('a', { inField })).toBe(false);
  expect(press('Enter', { inField })).toBe(false);
  expect(press('Escape', { inField })).toBe(true);
  expect(press('Enter', { inField, ctrlKey: true })).toBe(true);
  expect(done).toEqual(['Escape', 'mod+Enter']);
});

test('a key that means nothing is left to the browser', () => {
  const { press } = typist(noting([], ['j']));
  const pressed = [press('F5'), press('toString'), press('j', { ctrlKey: true })];
  expect(pressed).toEqual([false, false, false]);
});

test('a key that is held answers once, with or without the mark of a repetition', () => {
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

test('on a Mac, which says nothing of a key released under ⌘, that of ⌘ counts for all', () => {
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

test('ten presses 230 ms apart are ten answers within 3.4 s', () => {
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

test('a key that bounces is one press', () => {
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

test('words answer nothing, take back what their first letter chose, and are told once', () => {
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

test('a word says when its first key was pressed, however it was found to be one', () => {
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

test('Enter at the end of a word, or within 400 ms of a press, does nothing', () => {
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

test.each(undecided)('%s with %p decides nothing', (key, how) => {
  const done: string[] = [];
  const { press, advance } = typist(noting(done, [], ['a', '1']));
  press(key, how);
  advance(500);
  expect(done).toEqual([]);
});

test('a digit is where its key is: on a French keyboard, and beside the letters', () => {
  const done: string[] = [];
  const { press, advance } = typist(noting(done, [], ['1', '2']));
  press('&', { code: 'Digit1' });
  advance(500);
  press('2', { code: 'Numpad2' });
  advance(500);
  expect(done).toEqual(['1', '2']);
});

test('what is armed is disarmed by any other key, which does nothing else', () => {
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

test('a choice is not sent once what was chosen of has gone or changed', () => {
  const done: string[] = [];
  const { press, advance, ends } = typist(noting(done, [], ['1']));
  press('1');
  ends[0]?.();
  advance(500);
  expect(done).toEqual([]);
});

test('keys of one character can be switched off; the others stay', () => {
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
