import { expect, test } from 'bun:test';
import { type Bindings, createKeyboard } from '../../src/dashboard/keys/keyboard.ts';
import { testClock } from '../support/inbox.ts';

function typist(...scopes: Bindings[]) {
  const clock = testClock(0);
  const keyboard = createKeyboard(clock.now);
  const ends = scopes.map((bindings) => keyboard.add({ current: { title: 'Page', bindings } }));
  const press = (key: string, { inField = false, ctrlKey = false } = {}) =>
    keyboard.press({ key, ctrlKey, metaKey: false, altKey: false }, inField);
  return { clock, keyboard, press, ends };
}

const noting = (into: string[], ...names: string[]): Bindings =>
  Object.fromEntries(names.map((name) => [name, [name, () => into.push(name)]]));

test('a key does what the page on top says, and what is beneath once that is gone', () => {
  const [below, above]: [string[], string[]] = [[], []];
  const { press, ends } = typist(noting(below, 'j', '?'), noting(above, 'j'));
  press('j');
  press('?');
  ends[1]?.();
  press('j');
  expect([above, below]).toEqual([['j'], ['?', 'j']]);
});

test('two keys after each other go somewhere, unless the second comes late or is another', () => {
  const done: string[] = [];
  const { press, clock } = typist(noting(done, 'g w', 'w'));
  press('g');
  press('w');
  press('g');
  clock.advance(2000);
  press('w');
  press('g');
  press('x');
  press('w');
  expect(done).toEqual(['g w', 'w', 'w']);
});

test('in a field a letter is a letter; Escape and what is held with Ctrl still work', () => {
  const done: string[] = [];
  const { press } = typist(noting(done, 'a', 'Escape', 'mod+Enter', 'Enter'));
  const inField = true;
  expect(press('a', { inField })).toBe(false);
  expect(press('Enter', { inField })).toBe(false);
  expect(press('Escape', { inField })).toBe(true);
  expect(press('Enter', { inField, ctrlKey: true })).toBe(true);
  expect(done).toEqual(['Escape', 'mod+Enter']);
});

test('a key that means nothing is left to the browser', () => {
  const { press } = typist(noting([], 'j'));
  expect([press('F5'), press('toString'), press('j', { ctrlKey: true })]).toEqual([
    false,
    false,
    false,
  ]);
});
