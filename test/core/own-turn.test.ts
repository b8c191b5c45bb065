import { expect, test } from 'bun:test';
import { TURN_BYTES, turnFor } from '../../src/core/own-turn.ts';

const KIB = 1024;

/** In how many turns of the event loop as many steps are done, of which 10 begin together. */
async function turnsFor(steps: number, bytes: number): Promise<number> {
  // The steps of an earlier test may have filled this turn.
  await new Promise(setImmediate);
  let turn = 0;
  let isOver = false;
  const next = () => {
    turn++;
    if (!isOver) setImmediate(next);
  };
  setImmediate(next);
  const turns = new Set<number>();
  const work = async () => {
    for (let step = 0; step < steps / 10; step++) {
      await turnFor(bytes);
      turns.add(turn);
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  isOver = true;
  return turns.size;
}

test('does one large step in a turn of the event loop, however many begin together', async () => {
  expect(await turnsFor(30, 100 * KIB)).toBe(30);
  expect(await turnsFor(30, 2 * TURN_BYTES)).toBe(30);
});

test('does small steps in one turn, as many as have room', async () => {
  expect(await turnsFor(10, KIB)).toBe(1);
  expect(await turnsFor(30, 40 * KIB)).toBe(10);
});
