import { expect, test } from 'bun:test';
import { readFigures } from '../../scripts/bench/support/against.ts';
import { estimate } from '../../scripts/bench/support/pairs.ts';

test("compares a benchmark's figures by name, in the direction of their goals", () => {
  const printed = [
    '2 × AMD EPYC, 24 GiB, Bun 1.4.5, load 0.1 at the start',
    'AMD EPYC, 2 cores, 24 GiB',
    'median ratio 0.62; goal 0.6: reached',
    "the log's share of a send's CPU: 4.5 %; goal ≤ 8: reached",
    'fan-out against the bare publish: 0.55; goal ≥ 0.5: reached',
    'inbox: 28.4 KiB a socket',
    'opens from another page: 52 ms (median); goal 500 ms: reached',
    'typed 60 letters, 60 in the field',
  ];
  expect([...readFigures(printed.join('\n'))]).toEqual([
    ['median ratio', { value: 0.62, unit: '', isHigherBetter: false }],
    ["the log's share of a send's CPU", { value: 4.5, unit: '%', isHigherBetter: false }],
    ['fan-out against the bare publish', { value: 0.55, unit: '', isHigherBetter: true }],
    ['inbox', { value: 28.4, unit: 'KiB a socket', isHigherBetter: false }],
    ['opens from another page', { value: 52, unit: 'ms (median)', isHigherBetter: false }],
  ]);
});

test('estimates the median of pairs, with an interval that widens with noise', () => {
  expect(estimate([1, 1, 1, 1, 1, 1, 1])).toEqual({ median: 1, low: 1, high: 1 });
  const noisy = estimate([0.8, 1.2, 0.9, 1.1, 1, 0.95, 1.05]);
  expect(noisy.median).toBe(1);
  expect(noisy.low).toBeWithin(0.88, 0.9);
  expect(noisy.high).toBeWithin(1.08, 1.1);
});
