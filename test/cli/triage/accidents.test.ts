/** What a hand, a key or a clipboard may do by accident, in the real terminal, to every kind of question. */
import { expect, test } from 'bun:test';
import type { Message } from '../../../src/core/messages/schema.ts';
import { keys, type Screen, sharedTerminal } from '../../support/terminal/terminal.ts';

const terminal = sharedTerminal();

const items = [
  { id: 'eu', label: 'Europe' },
  { id: 'us', label: 'America' },
];
const kinds: Record<string, { kind: string; payload?: object }> = {
  approval: { kind: 'approve' },
  selection: { kind: 'select', payload: { items } },
  several: { kind: 'select', payload: { items, mode: 'multi' } },
  form: { kind: 'form', payload: { fields: [{ name: 'a', type: 'text', label: 'A' }] } },
  text: { kind: 'text', payload: { dismissLabel: 'Not now' } },
  free: { kind: 'free' },
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

const table = Object.keys(kinds).flatMap((kind) =>
  accidents.map(([what, happens, most]) => ({ kind, what, happens, most })),
);

async function ask(kind: string): Promise<string[]> {
  const { kind: command = '', payload } = kinds[kind] ?? {};
  const flags = payload ? ['--payload', '-'] : [];
  const one = async () => {
    const args = ['ask', command, 'Which?', '-c', 'deploys', ...flags];
    const { stdout } = await terminal.run(args, { stdin: JSON.stringify(payload ?? {}) });
    return stdout.trim();
  };
  return [await one(), await one()];
}

const answersTo = async (ids: string[]) => {
  const all = await Promise.all(ids.map((id) => terminal.json<Message>('show', id)));
  return all.filter(({ review }) => review?.status === 'completed').length;
};

test.each(table)(
  '$kind: $what answers no more than was intended',
  async ({ kind, happens, most }) => {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const { answered, longestGap } = await answersAfter(kind, happens);
      if (longestGap > LONGEST_GAP_MS) continue;
      expect(answered).toBeLessThanOrEqual(most);
      return;
    }
    throw new Error(
      `In ${MOST_TRIES} tries no keys came within ${LONGEST_GAP_MS} ms of each other`,
    );
  },
);

async function answersAfter(kind: string, happens: Happens) {
  const ids = await ask(kind);
  const screen = terminal.open([]);
  await screen.shows('● live');
  await screen.shows('▸ deploys        Which?');
  const longestGap = await happens(screen);
  // Whatever still counts down is sent by this.
  screen.kill('SIGHUP');
  expect(await screen.exited).toBe(129);
  const answered = await answersTo(ids);
  for (const id of ids)
    await terminal.run(['answer', id, '--answer', '-'], { stdin: answerOf(kind) });
  return { answered, longestGap };
}

/** Makes room for the next one of the table. */
const answerOf = (kind: string) =>
  JSON.stringify(
    {
      approval: { selectedOption: 'approve' },
      selection: { selectedIds: ['eu'] },
      several: { selectedIds: ['eu'] },
      form: { a: 'x' },
      text: { text: 'x' },
      free: { x: 1 },
    }[kind] ?? {},
  );
