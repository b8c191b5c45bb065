import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { takeTour } from '../../scripts/tour.ts';

test('the tour of the quickstart works as printed', async () => {
  const printed = await takeTour(join(import.meta.dir, '../../bin'));
  expect(printed).toContain('Deploy 1.4.2?');
  expect(printed).toContain('"status":"completed"');
  expect(printed).toContain('"selectedOption":"approve"');
}, 60_000);
