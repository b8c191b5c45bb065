import { expect, test } from 'bun:test';
import { outOfBounds } from '../../../src/core/json-schema/bounds.ts';
import { MOST_NODES } from '../../../src/core/json-schema/nodes.ts';

test('refuses a schema with an oversized list without reading all of it', () => {
  let looks = 0;
  const list = new Proxy(
    Array.from({ length: 60_000 }, (_, n) => n),
    {
      get(target, key) {
        looks++;
        return Reflect.get(target, key);
      },
      ownKeys(target) {
        looks += target.length;
        return Reflect.ownKeys(target);
      },
    },
  );
  expect(outOfBounds({ enum: list })?.message).toBe(
    `A schema must not have more than ${MOST_NODES} nodes`,
  );
  expect(looks).toBeLessThan(3 * MOST_NODES);
});
