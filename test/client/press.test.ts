/** Which presses are intended: the rules of both views, without either. The views' tests hold that they ask them. */
import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import {
  type AtPrompt,
  type AtPromptIs,
  beginPrompt,
  enterIsLateUntil,
  interrupt,
  isInWord,
  isSteady,
  isTyping,
  judge,
  judgeAtPrompt,
  noStrokes,
  noTyping,
  pressOfTwo,
  type Strokes,
  settlingMs,
  type TypedAs,
  type Typing,
  typeKey,
  typeSecond,
  whyIgnored,
  withText,
  writeOn,
} from '../../src/client/press.ts';

/** Keys, and how long after the one before each is pressed. */
type Keys = [key: string, afterMs: number][];

const START = 10_000;

function timed(keys: Keys): { key: string; at: number }[] {
  let at = START;
  return keys.map(([key, afterMs]) => {
    at += afterMs;
    return { key, at };
  });
}

function typeAll(keys: Keys): { typing: Typing; all: TypedAs[]; at: number } {
  let typing = noTyping;
  const all = timed(keys).map((typed) => {
    const next = typeKey(typing, typed);
    typing = next.typing;
    return next.typedAs;
  });
  return { typing, all, at: timed(keys).at(-1)?.at ?? START };
}

const every = (text: string, afterMs: number): Keys => [...text].map((key) => [key, afterMs]);

describe('words', () => {
  const sequences: [what: string, keys: Keys, all: TypedAs[]][] = [
    ['one key', every('a', 0), ['meant']],
    ['two keys at a hand’s pace', every('ar', 230), ['meant', 'meant']],
    ['two keys 119 ms apart', every('ar', 119), ['meant', 'close']],
    ['two keys 120 ms apart', every('ar', 120), ['meant', 'meant']],
    ['one key twice within 119 ms', every('aa', 119), ['meant', 'bounce']],
    ['one key again and again', every('aaaa', 120), ['meant', 'meant', 'meant', 'meant']],
    ['three keys within 600 ms', every('abc', 299), ['meant', 'meant', 'word']],
    ['three keys within 600 ms, not quite', every('abc', 300), ['meant', 'meant', 'meant']],
    ['two keys in turn', every('abab', 230), ['meant', 'meant', 'meant', 'meant']],
    [
      'a word goes on with any other key, for 600 ms',
      [...every('abc', 100), ['d', 599], ['e', 600]],
      ['meant', 'close', 'word', 'word', 'meant'],
    ],
    [
      'a word does not go on with its last key',
      [...every('abc', 150), ['c', 500]],
      ['meant', 'meant', 'word', 'meant'],
    ],
  ];
  test.each(sequences)('%s', (_, keys, all) => {
    expect(typeAll(keys).all).toEqual(all);
  });

  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const word = fc
    .string({ unit: fc.constantFrom(...letters), minLength: 3, maxLength: 30 })
    .filter((text) =>
      [...text].slice(2).every((_, at) => new Set(text.slice(at, at + 3)).size === 3),
    );

  test('begins a word with its first key, at any pace, and ends it with 600 ms of silence', () => {
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 299 }), (text, pace) => {
        const { typing, all, at } = typeAll(every(text, pace));
        expect(all.slice(2)).toEqual(Array(text.length - 2).fill('word'));
        expect(typing.from).toBe(START + pace);
        for (const is of [isTyping, isInWord]) {
          expect([is(typing, at + 599), is(typing, at + 600)]).toEqual([true, false]);
        }
      }),
    );
  });

  test('takes neither keys 600 ms apart nor one key that does not bounce for a word', () => {
    const apart = fc.array(
      fc.tuple(fc.constantFrom(...letters), fc.integer({ min: 600, max: 2000 })),
    );
    fc.assert(
      fc.property(apart, (keys) => {
        expect(typeAll(keys).all.every((typedAs) => typedAs === 'meant')).toBe(true);
      }),
    );
    const same = fc.array(fc.integer({ min: 120, max: 700 }), { maxLength: 20 });
    fc.assert(
      fc.property(same, (pauses) => {
        const { all } = typeAll(pauses.map((pause) => ['j', pause]));
        expect(all.every((typedAs) => typedAs === 'meant')).toBe(true);
      }),
    );
  });

  test('lets no key answer for 600 ms after two close keys, but other keys work', () => {
    const { typing, at } = typeAll(every('ab', 60));
    expect([isTyping(typing, at + 599), isInWord(typing, at)]).toEqual([true, false]);
    expect([typing.from, isTyping(typing, at + 600)]).toEqual([START + 60, false]);
  });

  test('counts both keys of a sequence as one', () => {
    const { typing } = typeAll(every('ag', 200));
    expect(typeKey(typing, { key: 'w', at: START + 600 }).typedAs).toBe('word');
    expect(typeSecond(typing, { key: 'w', at: START + 600 }).typedAs).toBe('meant');
  });

  test('continues a word, and nothing else, by repeats of a held key', () => {
    const { typing, at } = typeAll(every('abc', 100));
    expect(isInWord(writeOn(typing, at + 500), at + 1000)).toBe(true);
    expect(writeOn(noTyping, at)).toEqual(noTyping);
  });

  test('includes a key just before a text in one piece, and what follows, in the text', () => {
    const { typing, at } = typeAll(every('a', 0));
    expect(interrupt(typing, at + 119)).toMatchObject({ from: at, wordAt: at + 119 });
    expect(interrupt(typing, at + 120).from).toBe(at + 120);
    expect(isInWord(interrupt(typing, at + 119), at + 700)).toBe(true);
  });
});

describe('a key of the browser', () => {
  const at = START;
  const hand = {
    typing: noTyping,
    isSpent: false,
    isWaiting: false,
    answeredAt: Number.NEGATIVE_INFINITY,
    enteredAt: Number.NEGATIVE_INFINITY,
  };
  const press = { name: '1', at, isRepeat: false, typedAs: 'meant' as const, answers: true };
  const enter = { ...press, name: 'Enter', typedAs: null };
  const send = { ...press, name: 'mod+Enter', typedAs: null };
  const move = { ...press, name: 'j', answers: false };
  const afterTwo = typeAll(every('ab', 60)).typing;

  test.each<[what: string, given: Partial<typeof press>, held: object, why: string | undefined]>([
    ['that answers', press, {}, undefined],
    ['that repeats', { ...press, isRepeat: true }, {}, 'held'],
    ['that was not released', press, { isSpent: true }, 'held'],
    ['that bounces', { ...press, typedAs: 'bounce' as never }, {}, 'bounce'],
    ['while another answer waits', press, { isWaiting: true }, 'waiting'],
    ['right after two close keys', { ...press, at: at + 500 }, { typing: afterTwo }, 'typing'],
    ['Enter 399 ms after an answer', enter as never, { answeredAt: at - 399 }, 'echo'],
    ['Enter 400 ms after an answer', enter as never, { answeredAt: at - 400 }, undefined],
    ['Enter 399 ms after an Enter', enter as never, { enteredAt: at - 399 }, 'echo'],
    ['Ctrl Enter 399 ms after an answer', send as never, { answeredAt: at - 399 }, 'echo'],
    ['Ctrl Enter after an Enter', send as never, { enteredAt: at - 1 }, undefined],
    ['that moves', move, {}, undefined],
    ['that moves, held', { ...move, isRepeat: true }, {}, undefined],
    ['that moves, after two close keys', { ...move, at: at + 99 }, { typing: afterTwo }, undefined],
    [
      'Enter that answers nothing, held',
      { ...enter, answers: false, isRepeat: true } as never,
      {},
      'held',
    ],
  ])('%s', (_, given, held, why) => {
    expect(whyIgnored({ ...press, ...given }, { ...hand, ...held })).toBe(why as never);
  });

  test('counts a pointer when its button has been in place, and no answer was given, for 400 ms', () => {
    const never = Number.NEGATIVE_INFINITY;
    expect([isSteady(at, at - 399, never), isSteady(at, at - 400, never)]).toEqual([false, true]);
    expect([isSteady(at, never, at - 399), isSteady(at, never, at - 400)]).toEqual([false, true]);
    expect(isSteady(at, Number.POSITIVE_INFINITY, never)).toBe(false);
  });
});

type Outcome = [is: string, unintendedSince: number];
const NEVER = Number.POSITIVE_INFINITY;

function judgeAll(keys: Keys, begun: Strokes = noStrokes, toggles = ''): Outcome[] {
  let strokes = begun;
  return timed(keys).map(({ key, at }) => {
    const judged = judge(strokes, { key, at, action: 'press' }, toggles.includes(key));
    strokes = judged.strokes;
    return [judged.is, judged.unintendedSince];
  });
}

describe('a key of the terminal', () => {
  test('counts a held key once: undoes what its first repetition chose, or everything if it refuses', () => {
    const held = fc.record({
      key: fc.constantFrom('1', 'a', 'x', 'r'),
      first: fc.integer({ min: 150, max: 1099 }),
      every: fc.integer({ min: 10, max: 149 }),
      count: fc.integer({ min: 2, max: 20 }),
    });
    fc.assert(
      fc.property(held, ({ key, first, every, count }) => {
        const keys: Keys = [[key, 0], [key, first], ...Array<Keys[0]>(count).fill([key, every])];
        const [one, two, three, ...rest] = judgeAll(keys);
        expect([one, two]).toEqual([
          ['press', NEVER],
          ['press', NEVER],
        ]);
        expect(three).toEqual(['repeat', key === 'r' ? START : START + first]);
        expect(rest.every(([is]) => is === 'repeat')).toBe(true);
      }),
    );
  });

  test('refuses nothing by the refusing key held on a slow machine', () => {
    const keys: Keys = [
      ['r', 0],
      ['r', 500],
      ['r', 160],
      ['r', 33],
    ];
    expect(judgeAll(keys).at(-1)).toEqual(['repeat', START]);
    // Its answer waits until that is known.
    expect(settlingMs(noStrokes, 'r')).toBeGreaterThan(1100);
    expect([
      settlingMs(noStrokes, '1'),
      settlingMs({ ...noStrokes, hasReleases: true }, '1'),
    ]).toEqual([200, 0]);
  });

  test('refuses nothing by the refusing key held where its repetitions are read together', () => {
    for (const afterMs of [150, 500, 1099]) {
      const pressed = judge(noStrokes, { key: 'r', at: START, action: 'press' });
      const held = judge(pressed.strokes, { key: 'r', at: START + afterMs, action: 'repeat' });
      expect([held.is, held.unintendedSince]).toEqual(['repeat', START]);
    }
    // Another key keeps the answer of its first press.
    const pressed = judge(noStrokes, { key: '1', at: START, action: 'press' });
    const held = judge(pressed.strokes, { key: '1', at: START + 500, action: 'repeat' });
    expect([held.is, held.unintendedSince]).toEqual(['repeat', NEVER]);
  });

  test('counts a key that repeated again after 300 ms of silence, and a bounce never', () => {
    const keys: Keys = [
      ['1', 0],
      ['1', 149],
      ['1', 299],
      ['1', 300],
      ['1', 150],
    ];
    expect(judgeAll(keys).map(([is]) => is)).toEqual([
      'press',
      'repeat',
      'repeat',
      'press',
      'press',
    ]);
  });

  test('relies on repeats that the terminal reports', () => {
    const strokes = { ...noStrokes, hasReleases: true };
    const first = judge(strokes, { key: '1', at: START, action: 'press' });
    expect(first.is).toBe('press');
    const isOf = (at: number, action: 'press' | 'repeat') =>
      judge(first.strokes, { key: '1', at: START + at, action }).is;
    expect([isOf(1000, 'repeat'), isOf(149, 'press'), isOf(150, 'press')]).toEqual([
      'repeat',
      'repeat',
      'press',
    ]);
    const refused = judge(strokes, { key: 'r', at: START, action: 'press' }).strokes;
    const held = judge(refused, { key: 'r', at: START + 500, action: 'repeat' });
    expect([held.is, held.unintendedSince]).toEqual(['repeat', START]);
  });

  const typed: [what: string, keys: Keys, all: string[], since: number][] = [
    ['of a word', every('one', 60), ['press', 'typing', 'typing'], START + 60],
    ['rolled over', every('ar', 119), ['press', 'typing'], START + 119],
    [
      'that goes on with a word',
      [...every('ar', 100), ['r', 599]],
      ['press', 'typing', 'typing'],
      START + 100,
    ],
    [
      'Enter at the end of a word',
      [...every('ar', 60), ['enter', 300]],
      ['press', 'typing', 'typing'],
      NEVER,
    ],
    [
      'Enter after a word',
      [...every('ar', 60), ['enter', 600]],
      ['press', 'typing', 'press'],
      NEVER,
    ],
    ['that only moves', every('jkgGb ', 60), Array(6).fill('press'), NEVER],
    ['that moves, in a word', every('jkx', 130), ['press', 'press', 'typing'], START + 130],
  ];
  test.each(typed)('%s', (_, keys, all, since) => {
    const judged = judgeAll(keys);
    expect(judged.map(([is]) => is)).toEqual(all);
    expect(judged.at(-1)?.[1]).toBe(since);
  });

  test('accepts picks at any pace, but no Enter after picks that were rolled over', () => {
    const toggles = '2345d';
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...toggles]),
        fc.integer({ min: 1, max: 700 }),
        (keys, pace) => {
          const judged = judgeAll(every(keys.join(''), pace), noStrokes, toggles);
          expect(judged.every(([is]) => is === 'press')).toBe(true);
        },
      ),
    );
    const enter = (pace: number) =>
      judgeAll([...every('23', pace), ['enter', 250]], noStrokes, toggles).at(-1)?.[0];
    expect([enter(60), enter(250)]).toEqual(['typing', 'press']);
    // Once words are typed, picks belong to them.
    const word = judgeAll([...every('on', 60), ['2', 60], ['enter', 599]], noStrokes, toggles);
    expect(word.at(-1)?.[0]).toBe('typing');
  });

  test('counts a key just before a text in one piece as a part of it', () => {
    const { strokes } = judge(noStrokes, { key: '1', at: START, action: 'press' });
    expect([
      withText(strokes, START + 119).unintendedSince,
      withText(strokes, START + 120).unintendedSince,
    ]).toEqual([START, START + 120]);
  });
});

/** Presses keys at a prompt: `null` is a text, and a key with `!` ends the prompt unless it repeats. */
function atPrompt(
  keys: [key: string | null, afterMs: number][],
  isKeyed = false,
  begun = beginPrompt(0),
) {
  let prompt: AtPrompt = begun;
  let at = START;
  return keys.map(([given, afterMs]): AtPromptIs => {
    at += afterMs;
    const key = given === null ? null : given.replace('!', '');
    const judged = judgeAtPrompt(prompt, key, { at, isKeyed });
    prompt = judged.prompt;
    if (judged.is === 'press' && given?.startsWith('!')) prompt = { ...prompt, ending: key };
    return judged.is;
  });
}

describe('a key at a prompt', () => {
  test.each<[what: string, keys: [string | null, number][], isKeyed: boolean, is: AtPromptIs[]]>([
    [
      'that ends it and repeats ends nothing',
      [
        ['!enter', 0],
        ['enter', 30],
      ],
      false,
      ['press', 'repeat'],
    ],
    [
      'that repeated counts again after 300 ms of silence',
      [
        ['!enter', 0],
        ['enter', 30],
        ['enter', 299],
        ['enter', 300],
      ],
      false,
      ['press', 'repeat', 'dead', 'press'],
    ],
    [
      'after the end goes to the next prompt',
      [
        ['!enter', 0],
        ['x', 30],
      ],
      false,
      ['press', 'next'],
    ],
    [
      'after a choice by one key answers nothing',
      [
        ['!1', 0],
        ['2', 30],
      ],
      true,
      ['press', 'repeat'],
    ],
    [
      'after Enter goes on, where one key chooses',
      [
        ['!enter', 0],
        ['2', 30],
      ],
      true,
      ['press', 'next'],
    ],
    [
      'before the rest of a paste ends nothing',
      [
        ['!enter', 0],
        [null, 5],
      ],
      false,
      ['press', 'repeat'],
    ],
    [
      'other than the dead one counts',
      [
        ['!y', 0],
        ['y', 30],
        ['n', 30],
      ],
      false,
      ['press', 'repeat', 'press'],
    ],
    [
      'counts after a text',
      [
        ['!y', 0],
        ['y', 30],
        [null, 9],
        ['y', 9],
      ],
      false,
      ['press', 'repeat', 'press', 'press'],
    ],
  ])('%s', (_, keys, isKeyed, is) => {
    expect(atPrompt(keys, isKeyed)).toEqual(is);
  });

  test('ignores Enter for 700 ms after y or n, and says why', () => {
    expect([enterIsLateUntil(true, 'enter', START), enterIsLateUntil(false, 'x', START)]).toEqual([
      0, 0,
    ]);
    const late = beginPrompt(enterIsLateUntil(true, 'y', START));
    expect(
      atPrompt(
        [
          ['enter', 699],
          ['enter', 299],
          ['enter', 300],
        ],
        false,
        late,
      ),
    ).toEqual(['late', 'late', 'press']);
    expect(atPrompt([['enter', 700]], false, late)).toEqual(['press']);
    expect(
      atPrompt(
        [
          ['x', 10],
          ['enter', 10],
        ],
        false,
        late,
      ),
    ).toEqual(['press', 'press']);
  });
});

test.each<[armed: string | null, at: number, quietMs: number, which: string]>([
  [null, 0, 9000, 'first'],
  ['another', 1000, 1000, 'first'],
  ['wipe', 699, 699, 'early'],
  ['wipe', 700, 700, 'second'],
  ['wipe', 2000, 30, 'early'],
  ['wipe', 5000, 5000, 'second'],
  ['wipe', 5001, 5001, 'first'],
])(
  'a press of a dangerous choice, after %p was pressed %i ms ago and its key %i ms ago, is %s',
  (armed, at, quietMs, which) => {
    const first = armed === null ? null : { choice: armed, at: START };
    expect(pressOfTwo(first, { choice: 'wipe', at: START + at, quietMs })).toBe(which as never);
  },
);
