/** Keywords for an array and its items. */
import type { JsonObject } from '../json.ts';
import { canonical } from './canonical.ts';
import type { Run, Seen } from './run.ts';
import type { At } from './steps.ts';

export function judgeArray(
  run: Run,
  schema: JsonObject,
  list: unknown[],
  at: At,
  seen: Seen,
): boolean {
  const { minItems: min, maxItems: max } = schema;
  const isShort = typeof min === 'number' && list.length < min;
  const isLong = typeof max === 'number' && list.length > max;
  const parts = [
    !isLong || run.wrong('maxItems', at, `Array has too many items (${list.length} > ${max}).`),
    !isShort || run.wrong('minItems', at, `Array has too few items (${list.length} < ${min}).`),
    judgeItems(run, schema, list, at, seen),
    judgeContains(run, schema, list, at, seen),
    judgeUnseen(run, schema, list, at, seen),
    schema.uniqueItems !== true || areUnique(run, list, at),
  ];
  return !parts.includes(false);
}

/** `prefixItems`, or a list of `items`, then the schema of the others. */
function judgeItems(run: Run, schema: JsonObject, list: unknown[], at: At, seen: Seen): boolean {
  const { items, additionalItems } = schema;
  const prefix = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  const others = Array.isArray(items) ? additionalItems : items;
  const schemaAt = (index: number) => {
    if (index < prefix.length) return prefix[index];
    return Array.isArray(items) && index < items.length ? items[index] : others;
  };
  let fits = true;
  for (const [index, item] of list.entries()) {
    const one = schemaAt(index);
    if (one === undefined) break;
    seen?.add(index);
    if (!run.apply(run, one, item, { up: at, key: index })) fits = false;
  }
  return fits;
}

function judgeContains(run: Run, schema: JsonObject, list: unknown[], at: At, seen: Seen): boolean {
  const { contains, minContains, maxContains } = schema;
  if (contains === undefined) return true;
  const least = typeof minContains === 'number' ? minContains : 1;
  const most = typeof maxContains === 'number' ? maxContains : Number.POSITIVE_INFINITY;
  let count = 0;
  for (const [index, item] of list.entries()) {
    if (!run.quietly(() => run.apply(run, contains, item, { up: at, key: index }))) continue;
    count++;
    seen?.add(index);
  }
  if (count > most) {
    const message = `Array may contain at most ${most} items matching schema. ${count} items were found.`;
    return run.wrong('maxContains', at, message);
  }
  if (count >= least) return true;
  if (least === 1) return run.wrong('contains', at, 'Array does not contain item matching schema.');
  const message = `Array must contain at least ${least} items matching schema. Only ${count} items were found.`;
  return run.wrong('minContains', at, message);
}

function judgeUnseen(run: Run, schema: JsonObject, list: unknown[], at: At, seen: Seen): boolean {
  const { unevaluatedItems } = schema;
  if (unevaluatedItems === undefined || !seen) return true;
  let fits = true;
  for (const [index, item] of list.entries()) {
    run.steps.take(1, at);
    if (seen.has(index)) continue;
    seen.add(index);
    if (!run.apply(run, unevaluatedItems, item, { up: at, key: index })) fits = false;
  }
  return fits;
}

/** By the canonical form of the items: comparing each with each would take minutes. */
function areUnique(run: Run, list: unknown[], at: At): boolean {
  const places = new Map<string, number>();
  let twice: [first: number, again: number] | undefined;
  for (const [index, item] of list.entries()) {
    const form = canonical(item, run.steps, at);
    const first = places.get(form);
    if (first === undefined) places.set(form, index);
    else if (!twice || first < twice[0]) twice = [first, index];
  }
  if (!twice) return true;
  return run.wrong('uniqueItems', at, `Duplicate items at indexes ${twice.join(' and ')}.`);
}
