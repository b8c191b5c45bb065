/** What a hand, a key or a clipboard may do by accident, in the real terminal, to every kind of question. */
import { expect, test } from 'bun:test';
import type { Message } from '../../../src/core/messages/schema.ts';
import { keys, type Screen, sharedTerminal } from '../../support/terminal.ts';

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

/** A key held for a second, as keyboards repeat it. */
async function holds(screen: Screen, key: string): Promise<void> {
  screen.type(key);
  await Bun.sleep(FIRST_REPEAT_MS);
  for (let at = 0; at < 12; at++) {
    screen.type(key);
    await Bun.sleep(REPEAT_MS);
  }
}

async function types(screen: Screen, words: string): Promise<void> {
  for (const one of words) {
    screen.type(one);
    await Bun.sleep(90);
  }
}

type Accident = [what: string, (screen: Screen) => Promise<unknown> | unknown, most: number];
/** With how many answers they may end at most, where two questions of a kind are pending. */
const accidents: Accident[] = [
  ['1 held', (screen) => holds(screen, '1'), 1],
  ['a held', (screen) => holds(screen, 'a'), 1],
  ['the refusing key held', (screen) => holds(screen, 'r'), 0],
  ['Enter held', (screen) => holds(screen, keys.enter), 0],
  ['x held', (screen) => holds(screen, 'x'), 1],
  ['1 bounced', async (screen) => [screen.type('1'), await Bun.sleep(20), screen.type('1')], 1],
  ['words typed', (screen) => types(screen, 'please run 1 and 2, approve all'), 0],
  ['words in one read', (screen) => screen.type('1 please\r'), 0],
  ['a paste', (screen) => screen.type(PASTE('1\ra\r2\r')), 0],
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

test.each(table)('$kind: $what answers no more than was meant', async ({ kind, happens, most }) => {
  const ids = await ask(kind);
  const screen = terminal.open([]);
  await screen.shows('● live');
  await screen.shows('▸ deploys        Which?');
  await happens(screen);
  // Whatever still counts down is sent by this.
  screen.kill('SIGTERM');
  expect(await screen.exited).toBe(143);
  expect(await answersTo(ids)).toBeLessThanOrEqual(most);
  for (const id of ids)
    await terminal.run(['answer', id, '--answer', '-'], { stdin: answerOf(kind) });
});

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
