/** Accidents of a hand, a key or a clipboard, in the real terminal, to every kind of question. */
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Message } from '../../../src/core/messages/schema.ts';
import { chosen } from '../../support/machine/sized.ts';
import { type ServedInbox, servedInbox } from '../../support/terminal/served.ts';
import { keys, type Screen } from '../../support/terminal/terminal.ts';

let inbox: ServedInbox;
beforeAll(async () => {
  inbox = await servedInbox();
});
afterAll(() => inbox[Symbol.asyncDispose]());

const items = [
  { id: 'eu', label: 'Europe' },
  { id: 'us', label: 'America' },
];
const fields = [{ name: 'a', type: 'text', label: 'A' }];
type Question = { review: object; response: object };
/** A question of each kind, and an answer to it. */
const kinds: Record<string, Question> = {
  approval: { review: { type: 'approval' }, response: { selectedOption: 'approve' } },
  selection: {
    review: { type: 'selection', payload: { items } },
    response: { selectedIds: ['eu'] },
  },
  several: {
    review: { type: 'selection', payload: { items, mode: 'multi' } },
    response: { selectedIds: ['eu'] },
  },
  form: { review: { type: 'form', payload: { fields } }, response: { a: 'x' } },
  text: {
    review: { type: 'text-input', payload: { dismissLabel: 'Not now' } },
    response: { text: 'x' },
  },
  free: { review: { type: 'freeform' }, response: { x: 1 } },
};

const PASTE = (text: string) => `\u001b[200~${text}\u001b[201~`;
const REPEAT_MS = 33;
const FIRST_REPEAT_MS = 500;

/** Types keys so far apart; resolves to the longest time between two, which a busy machine makes longer. */
async function types(screen: Screen, keys: Iterable<string>, apartMs: number): Promise<number> {
  let longest = 0;
  let last: number | undefined;
  for (const one of keys) {
    if (last !== undefined) await Bun.sleep(apartMs);
    const now = performance.now();
    longest = Math.max(longest, now - (last ?? now));
    last = now;
    screen.type(one);
  }
  return longest;
}

/** A key held for a second, as keyboards repeat it. */
async function holds(screen: Screen, key: string): Promise<number> {
  screen.type(key);
  await Bun.sleep(FIRST_REPEAT_MS);
  return types(screen, Array(12).fill(key), REPEAT_MS);
}

/** Keys further apart than this may be meant. */
const LONGEST_GAP_MS = 120;
/** A busy machine can be too slow for several in a row. */
const MOST_TRIES = 20;

/** Resolves to the longest time between two of its keys. */
type Happens = (screen: Screen) => Promise<number> | number;
type Accident = [what: string, happens: Happens, most: number];
const atOnce = (screen: Screen, text: string): number => {
  screen.type(text);
  return 0;
};
/** With how many answers they may end at most, where two questions of a kind are pending. */
const accidents: Accident[] = [
  ['1 held', (screen) => holds(screen, '1'), 1],
  ['a held', (screen) => holds(screen, 'a'), 1],
  ['the refusing key held', (screen) => holds(screen, 'r'), 0],
  ['Enter held', (screen) => holds(screen, keys.enter), 0],
  ['x held', (screen) => holds(screen, 'x'), 1],
  ['1 bounced', (screen) => types(screen, '11', 20), 1],
  ['words typed', (screen) => types(screen, 'please run 1 and 2, approve all', 50), 0],
  ['words in one read', (screen) => atOnce(screen, '1 please\r'), 0],
  ['a paste', (screen) => atOnce(screen, PASTE('1\ra\r2\r')), 0],
];

const table = Object.entries(kinds).flatMap(([kind, question]) =>
  accidents.map(([what, happens, most]) => ({ kind, question, what, happens, most })),
);

const answersTo = async (asked: Message[]) => {
  const { get } = inbox.as('owner');
  const all = await Promise.all(asked.map(({ id }) => get<Message>(`/messages/${id}`)));
  return all.filter(({ body }) => body.review?.status === 'completed').length;
};

/** Each kind has a prompt of its own; the guard before it is the same for all. */
const OF_EACH_KIND = ['Enter held', 'words typed'];
const tried = chosen(table, ({ kind, what }) => kind === 'approval' || OF_EACH_KIND.includes(what));

test.each(tried)(
  '$kind: $what answers no more than was intended',
  async ({ question, happens, most }) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { answered, longestGap } = await answersAfter(question, happens);
      if (longestGap > LONGEST_GAP_MS) continue;
      expect(answered).toBeLessThanOrEqual(most);
      return;
    }
    throw new Error(
      `In ${MOST_TRIES} tries no keys came within ${LONGEST_GAP_MS} ms of each other`,
    );
  },
);

async function answersAfter({ review, response }: Question, happens: Happens) {
  const asked = [
    await inbox.send({ text: 'Which?', review }),
    await inbox.send({ text: 'Which?', review }),
  ];
  const screen = inbox.terminal.open([]);
  await screen.shows('● live');
  await screen.shows('▸ deploys        Which?');
  const longestGap = await happens(screen);
  // Whatever still counts down is sent by this.
  screen.kill('SIGHUP');
  expect(await screen.exited).toBe(129);
  const answered = await answersTo(asked);
  // Makes room for the next one of the table.
  for (const { id } of asked) await inbox.answer(id, response);
  return { answered, longestGap };
}
