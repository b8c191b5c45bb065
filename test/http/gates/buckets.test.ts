import { expect, test } from 'bun:test';
import { createBuckets } from '../../../src/http/gates/buckets.ts';
import { networkOf } from '../../../src/http/gates/network.ts';

test('bounds the number of names, and keeps the busy ones', () => {
  const buckets = createBuckets({ perSecond: 1, burst: 5 }, () => 0);
  for (let index = 0; index < 30_000; index++) {
    buckets.take(`name ${index}`);
    if (index < 20) buckets.take('busy');
    if (index % 5000 === 0) buckets.take('busy');
  }
  const kept = Array.from({ length: 30_000 }, (_, index) => buckets.has(`name ${index}`));
  expect(kept.filter(Boolean)).toHaveLength(9999);
  expect(buckets.look('busy').remaining).toBe(0);
});

test('neither adds nor removes tokens when the clock is set back', () => {
  let now = 10_000;
  const buckets = createBuckets({ perSecond: 1, burst: 5 }, () => now);
  buckets.take('name');
  now = 0;
  expect(buckets.look('name').remaining).toBe(4);
  now = 1000;
  expect(buckets.look('name').remaining).toBe(5);
});

const networks: [string, string][] = [
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::', 'fe80:0:0:0'],
];

test.each(networks)('counts %s as %s', (address, expected) => {
  expect(networkOf(address)).toBe(expected);
});
