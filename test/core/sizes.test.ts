import { expect, test } from 'bun:test';
import { loadConfig } from '../../src/config.ts';
import { sizeOf } from '../../src/core/sizes.ts';

const KIB = 1024;

test.each<[bytes: number, size: string]>([
  [0, '0B'],
  [999, '999B'],
  [KIB, '1KiB'],
  [5000, '4.9KiB'],
  [KIB * KIB - 1, '1MiB'],
  [100 * KIB * KIB, '100MiB'],
  [2.5 * KIB ** 3, '2.5GiB'],
])('shows %d bytes as %p', (bytes, size) => expect(sizeOf(bytes)).toBe(size));

test('shows a size that a setting accepts', () => {
  const maxFileSize = sizeOf(3 * KIB * KIB);
  expect(loadConfig({ maxFileSize }, {}).maxFileSize).toBe(3 * KIB * KIB);
});
