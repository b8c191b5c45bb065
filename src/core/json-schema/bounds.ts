/** Limits the size of a schema, counted before anything else reads it. */
import type { Issue } from '../errors.ts';
import { isJsonObject, type JsonObject } from '../json.ts';
import { DEEPEST, MOST_NODES, nodesOf } from './nodes.ts';
import { chargeFor, problemOf } from './patterns.ts';
import { Steps, TooMuch } from './steps.ts';

type Found = Pick<Issue, 'message' | 'path'>;

/** Returns why a schema cannot be fully evaluated; undefined if it can. */
export function outOfBounds(schema: JsonObject): Found | undefined {
  const steps = new Steps();
  let count = 0;
  for (const { value, path, depth, role } of nodesOf(schema)) {
    count++;
    if (count > MOST_NODES)
      return { path, message: `A schema must not have more than ${MOST_NODES} nodes` };
    if (depth > DEEPEST)
      return { path, message: `A schema must not be nested more than ${DEEPEST} deep` };
    if (role !== 'schema' || !isJsonObject(value)) continue;
    const tooMuch = patternsOf(value, path).find((one) => isTooMuch(one.pattern, steps));
    if (tooMuch) return { path: tooMuch.path, message: 'The patterns of the schema are too large' };
  }
  return undefined;
}

/** Returns the first pattern that cannot be evaluated here. */
export function unfitPattern(schema: JsonObject): Found | undefined {
  for (const { pattern, path } of allPatterns(schema)) {
    const message = problemOf(pattern);
    if (message !== undefined) return { path, message };
  }
  return undefined;
}

export const hasPattern = (schema: JsonObject) => !allPatterns(schema).next().done;

function* allPatterns(schema: JsonObject) {
  let count = 0;
  for (const { value, path, depth, role } of nodesOf(schema)) {
    if (++count > MOST_NODES || depth > DEEPEST) return;
    if (role === 'schema' && isJsonObject(value)) yield* patternsOf(value, path);
  }
}

function patternsOf({ pattern, patternProperties }: JsonObject, path: string[]) {
  const keys = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  const all = keys.map((key) => ({ pattern: key, path: [...path, 'patternProperties', key] }));
  if (typeof pattern === 'string') all.push({ pattern, path: [...path, 'pattern'] });
  return all;
}

function isTooMuch(pattern: string, steps: Steps): boolean {
  try {
    chargeFor(pattern, steps, null);
    return false;
  } catch (error) {
    if (error instanceof TooMuch) return true;
    throw error;
  }
}
