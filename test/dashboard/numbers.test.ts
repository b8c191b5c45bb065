import { expect, test } from 'bun:test';
import type { Bindings } from '../../src/dashboard/keys/scopes.ts';
import { isComplete, testBrowser } from '../support/browser/browser.ts';
import { answerOf, ask, isReady, press as pressKeys } from '../support/browser/questions.ts';
import { noting, typist } from '../support/browser/typist.ts';

const twelve = Array.from({ length: 12 }, (_, at) => [...String(at + 1)].join(' '));
const answering = (done: string[]) => typist(noting(done, ['j', 'Enter'], twelve));
const picking = (done: string[]) => typist(noting(done, [...twelve, 'Enter']));

/** Keys, and how long one waits after each. */
type Strokes = [key: string, ms: number][];

function play({ press, advance }: ReturnType<typeof typist>, strokes: Strokes): void {
  for (const [key, ms] of strokes) {
    press(key);
    advance(ms);
  }
}

test.each<[what: string, strokes: Strokes, answers: string[], picks: string[]]>([
  [
    'two digits are a number',
    [
      ['1', 200],
      ['2', 700],
    ],
    ['1 2'],
    ['1 2'],
  ],
  [
    'the same digit twice too',
    [
      ['1', 200],
      ['1', 700],
    ],
    ['1 1'],
    ['1 1'],
  ],
  ['a digit alone waits for another', [['1', 590]], [], []],
  ['and is itself then', [['1', 610]], ['1'], ['1']],
  ['one that nothing begins with counts at once', [['3', 130]], ['3'], ['3']],
  [
    'Enter ends a number',
    [
      ['1', 200],
      ['Enter', 1],
    ],
    ['1'],
    ['1'],
  ],
  [
    'a number that is not there answers nothing',
    [
      ['1', 200],
      ['7', 700],
    ],
    [],
    ['1', '7'],
  ],
  [
    'a digit that bounces is one',
    [
      ['1', 60],
      ['1', 700],
    ],
    ['1'],
    ['1'],
  ],
  [
    'words are no numbers',
    [
      ['1', 60],
      ['2', 700],
    ],
    [],
    [],
  ],
  [
    'Escape takes it back',
    [
      ['1', 200],
      ['Escape', 700],
    ],
    [],
    [],
  ],
])('%s', (_, strokes, answers, picks) => {
  const [answered, picked]: [string[], string[]] = [[], []];
  play(answering(answered), strokes);
  play(picking(picked), strokes);
  expect([answered, picked]).toEqual([answers, picks]);
});

test('cancels a first digit on another key, which does nothing else', () => {
  const done: string[] = [];
  play(answering(done), [
    ['1', 200],
    ['j', 700],
    ['2', 200],
  ]);
  expect(done).toEqual(['2']);
});

test('ignores the repeats of a held digit', () => {
  const done: string[] = [];
  const { down, advance } = answering(done);
  for (const repeat of [false, true, true, false]) {
    down('1', { repeat });
    advance(250);
  }
  expect(done).toEqual(['1']);
});

test('confirms a dangerous two-digit choice only by both digits again', () => {
  const done: string[] = [];
  const arm = () => {
    done.push('armed');
    keyboard.arm({ choice: '1 2', disarm: () => done.push('disarmed') });
  };
  const bindings: Bindings = {
    1: ['1', () => done.push('1'), '1'],
    '1 2': ['12', () => (done.length === 0 ? arm() : done.push('sure')), '1 2'],
  };
  const hands = typist(bindings);
  const { keyboard } = hands;
  play(hands, [
    ['1', 200],
    ['2', 700],
    ['1', 200],
    ['2', 700],
  ]);
  expect(done).toEqual(['armed', 'sure']);
  play(hands, [['1', 700]]);
  expect(done).toEqual(['armed', 'sure', 'disarmed']);
});

test('chooses the twelfth item by two digits, as ? explains', async () => {
  await using browser = await testBrowser();
  const items = Array.from({ length: 12 }, (_, at) => ({
    id: `i${at + 1}`,
    label: `Item ${at + 1}`,
  }));
  const more = { channel: await browser.server.channel(), text: 'Which?' };
  const first = await ask(browser, 'selection', { items }, more);
  const second = await ask(browser, 'selection', { items }, more);
  const third = await ask(browser, 'selection', { items }, more);
  const page = await browser.logIn(`/m/${first.id}`);
  await isComplete(page);
  await page
    .locator('.review-item', { hasText: 'Item 12' })
    .locator('.key', { hasText: '12' })
    .waitFor();
  await page.locator('.inbox-hints', { hasText: '1…12 answer' }).waitFor();
  await isReady(page);
  await page.evaluate(twoDigits);
  expect(await answerOf(browser, first)).toEqual({ selectedIds: ['i12'] });
  await page.waitForURL(`**/m/${second.id}`);
  await pressKeys(page, '1');
  expect(await answerOf(browser, second)).toEqual({ selectedIds: ['i1'] });
  await page.waitForURL(`**/m/${third.id}`);
  await isReady(page);
  await page.keyboard.press('?');
  await page.getByText('Press two digits within 0.6 seconds.').waitFor();
});

/** In the page, where a busy machine puts no more time between them: 1, and 2 at a hand's pace. */
async function twoDigits(): Promise<void> {
  for (const digit of ['1', '2']) {
    const key = { key: digit, code: `Digit${digit}`, bubbles: true };
    document.body.dispatchEvent(new KeyboardEvent('keydown', key));
    document.body.dispatchEvent(new KeyboardEvent('keyup', key));
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
