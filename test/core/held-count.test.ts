import { expect, test } from 'bun:test';
import { HeldCount } from '../../src/core/held-count.ts';

const OBJECTS = 1000;

/** The engine keeps what a job has looked at until the job ends. */
const nextJob = () => new Promise(setImmediate);

function counted() {
  const counts: number[] = [];
  const held = new HeldCount(() => counts.push(held.count));
  return { held, counts };
}

function add(held: HeldCount, count: number): void {
  for (let at = 0; at < count; at++) held.add();
}

function remove(held: HeldCount, count: number): void {
  for (let at = 0; at < count; at++) held.remove();
}

test('frees what is no longer used', async () => {
  const unused = Array.from({ length: OBJECTS }, () => new WeakRef({}));
  const isFreed = () => unused.filter((ref) => ref.deref() !== undefined).length < OBJECTS / 10;
  const held = new HeldCount();
  // The engine may still find some of them on the stack, or in a register, at one collection.
  for (let rounds = 0; rounds < 20; rounds++) {
    await nextJob();
    add(held, 250);
    await nextJob();
    if (isFreed()) return;
  }
  expect(isFreed()).toBe(true);
});

test('collects each time that 250 more are held', () => {
  const { held, counts } = counted();
  add(held, 1000);
  expect(counts).toEqual([250, 500, 750, 1000]);
});

test('collects nothing while as many leave as come', () => {
  const { held, counts } = counted();
  add(held, 300);
  for (let at = 0; at < 1000; at++) {
    remove(held, 100);
    add(held, 100);
  }
  expect(counts).toEqual([250]);
});

test('collects again when the number has fallen and grows again', () => {
  const { held, counts } = counted();
  add(held, 600);
  remove(held, 600);
  add(held, 250);
  expect(counts).toEqual([250, 500, 250]);
});
