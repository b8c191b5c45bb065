/** Keywords for an object and its properties. */
import { isJsonObject, type JsonObject } from '../json.ts';
import { judgeDependent } from './combined.ts';
import { matches } from './patterns.ts';
import type { Run, Seen } from './run.ts';
import { type At, stepsFor } from './steps.ts';

type Judge = (run: Run, schema: JsonObject, value: JsonObject, at: At, seen: Seen) => boolean;

export const judgeObject: Judge = (run, schema, value, at, seen) => {
  let fits = judgeRequired(run, schema, value, at, seen);
  fits = judgeSize(run, schema, value, at, seen) && fits;
  fits = judgeNames(run, schema, value, at, seen) && fits;
  fits = judgeDependentRequired(run, schema, value, at, seen) && fits;
  fits = judgeDependent(run, schema, value, at, seen) && fits;
  return judgeProperties(run, schema, value, at, seen) && fits;
};

const judgeRequired: Judge = (run, { required }, value, at) => {
  if (!Array.isArray(required)) return true;
  const message = (key: string) => `Instance does not have required property "${key}".`;
  return hasAll(run, required, value, at, 'required', message);
};

function hasAll(
  run: Run,
  keys: unknown[],
  value: JsonObject,
  at: At,
  keyword: string,
  message: (key: string) => string,
): boolean {
  let fits = true;
  for (const key of keys.map(String)) {
    run.steps.take(1, at);
    if (!Object.hasOwn(value, key)) fits = run.wrong(keyword, at, message(key));
  }
  return fits;
}

const judgeSize: Judge = (run, { minProperties: min, maxProperties: max }, value, at) => {
  if (typeof min !== 'number' && typeof max !== 'number') return true;
  const { length } = Object.keys(value);
  run.steps.take(1 + (length >> 4), at);
  if (typeof min === 'number' && length < min) {
    return run.wrong('minProperties', at, `Instance does not have at least ${min} properties.`);
  }
  if (typeof max !== 'number' || length <= max) return true;
  return run.wrong('maxProperties', at, `Instance has more than ${max} properties.`);
};

const judgeNames: Judge = (run, { propertyNames }, value, at) => {
  if (propertyNames === undefined) return true;
  let fits = true;
  for (const key of Object.keys(value)) {
    if (!run.apply(run, propertyNames, key, { up: at, key })) fits = false;
  }
  return fits;
};

/** `dependentRequired`, and lists within `dependencies`. */
const judgeDependentRequired: Judge = (run, schema, value, at) => {
  let fits = true;
  for (const keyword of ['dependentRequired', 'dependencies']) {
    const { [keyword]: dependent } = schema;
    if (!isJsonObject(dependent)) continue;
    for (const [key, keys] of Object.entries(dependent)) {
      run.steps.take(1, at);
      if (!Array.isArray(keys) || !Object.hasOwn(value, key)) continue;
      const message = (other: string) => `Instance has "${key}" but does not have "${other}".`;
      if (!hasAll(run, keys, value, at, keyword, message)) fits = false;
    }
  }
  return fits;
};

/** Named ones, those of a pattern, and the rest, in this order. */
const judgeProperties: Judge = (run, schema, value, at, seen) => {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const known = new Set<string>();
  let fits = true;
  const judge = (key: string, one: unknown) => {
    known.add(key);
    if (run.apply(run, one, value[key], { up: at, key })) seen?.add(key);
    else fits = false;
  };
  for (const key of isJsonObject(properties) ? Object.keys(properties) : []) {
    run.steps.take(1, at);
    if (Object.hasOwn(value, key)) judge(key, (properties as JsonObject)[key]);
  }
  if (isJsonObject(patternProperties)) byPattern(run, patternProperties, value, at, judge);
  const rest = additionalProperties ?? unevaluatedProperties;
  if (rest === undefined) return fits;
  const isKnown = additionalProperties === undefined && seen ? seen : known;
  for (const key of Object.keys(value)) {
    run.steps.take(stepsFor(key), at);
    if (!isKnown.has(key)) judge(key, rest);
  }
  return fits;
};

function byPattern(
  run: Run,
  patterns: JsonObject,
  value: JsonObject,
  at: At,
  judge: (key: string, schema: unknown) => void,
): void {
  const keys = Object.keys(value);
  for (const [pattern, schema] of Object.entries(patterns)) {
    run.steps.take(1, at);
    for (const key of keys) if (matches(pattern, key, run.steps, at)) judge(key, schema);
  }
}
