/** Schemas applied to the same value: by reference, all of them, any of them, under a condition. */
import { isJsonObject, type JsonObject } from '../json.ts';
import { inPlace, type Run, type Seen } from './run.ts';
import type { At } from './steps.ts';

type Judge = (run: Run, schema: JsonObject, value: unknown, at: At, seen: Seen) => boolean;

export const judgeReferences: Judge = (run, { $recursiveRef, $ref }, value, at, seen) => {
  const own = $recursiveRef !== '#' || inPlace(run, run.root, value, at, seen);
  if (typeof $ref !== 'string') return own;
  return inPlace(run, run.targetOf($ref, at), value, at, seen) && own;
};

export const judgeCombined: Judge = (run, schema, value, at, seen) => {
  let fits = not(run, schema, value, at, seen);
  fits = anyOf(run, schema, value, at, seen) && fits;
  fits = allOf(run, schema, value, at, seen) && fits;
  fits = oneOf(run, schema, value, at, seen) && fits;
  return condition(run, schema, value, at, seen) && fits;
};

const not: Judge = (run, schema, value, at) => {
  if (schema.not === undefined) return true;
  const fits = run.quietly(() => run.apply(run, schema.not, value, at));
  return !fits || run.wrong('not', at, 'Instance matched "not" schema.');
};

const anyOf: Judge = (run, schema, value, at, seen) => {
  const { anyOf: choices } = schema;
  if (!Array.isArray(choices)) return true;
  return run.tentatively(() => {
    let fits = false;
    for (const one of choices) {
      if (inPlace(run, one, value, at, seen)) fits = true;
      if (fits && !seen) break;
    }
    return (
      fits || orSay(run, choices.length, 'anyOf', at, 'Instance does not match any subschemas.')
    );
  });
};

/** An empty list has no other message. */
const orSay = (run: Run, count: number, keyword: string, at: At, message: string) =>
  count === 0 && run.wrong(keyword, at, message);

const allOf: Judge = (run, schema, value, at, seen) => {
  if (!Array.isArray(schema.allOf)) return true;
  let fits = true;
  for (const one of schema.allOf) if (!inPlace(run, one, value, at, seen)) fits = false;
  return fits;
};

const oneOf: Judge = (run, schema, value, at, seen) => {
  const { oneOf: choices } = schema;
  if (!Array.isArray(choices)) return true;
  return run.tentatively(() => {
    let matches = 0;
    for (const one of choices) if (inPlace(run, one, value, at, seen)) matches++;
    if (matches === 1) return true;
    const message = `Instance does not match exactly one subschema (${matches} matches).`;
    return matches > 1
      ? run.wrong('oneOf', at, message)
      : orSay(run, choices.length, 'oneOf', at, message);
  });
};

const condition: Judge = (run, schema, value, at, seen) => {
  if (schema.if === undefined) return true;
  const branch = run.quietly(() => inPlace(run, schema.if, value, at, seen)) ? 'then' : 'else';
  if (schema[branch] === undefined) return true;
  const own: Seen = seen && new Set();
  const fits = run.apply(run, schema[branch], value, at, own);
  // Even if it is invalid: what it reported is not reported again as unevaluated.
  for (const one of own ?? []) seen?.add(one);
  run.steps.take(own?.size ?? 0, at);
  return fits;
};

/** `dependentSchemas`, and schemas within `dependencies`. */
export const judgeDependent: Judge = (run, schema, value, at, seen) => {
  let fits = true;
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const { [keyword]: dependent } = schema;
    if (!isJsonObject(dependent) || !isJsonObject(value)) continue;
    for (const [key, one] of Object.entries(dependent)) {
      run.steps.take(1, at);
      if (Array.isArray(one) || !Object.hasOwn(value, key)) continue;
      if (!inPlace(run, one, value, at, seen)) fits = false;
    }
  }
  return fits;
};
