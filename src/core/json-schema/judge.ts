/**
 * Evaluates a value against a JSON Schema (2020-12, with the older names of 07 and 2019-09) within
 * a budget. It interprets the schema, because generated code would run what an agent wrote.
 */
import { isJsonObject, isNumeric, type JsonObject } from '../json.ts';
import { judgeArray } from './arrays.ts';
import { judgeCombined, judgeReferences } from './combined.ts';
import { judgeObject } from './objects.ts';
import { type Apply, Enough, Run, type Violation } from './run.ts';
import { APPLY_STEPS, pathOf, TooMuch } from './steps.ts';
import { judgeNumber, judgeString, judgeValue } from './values.ts';

export type Verdict = {
  /** The first violations. */
  violations: Violation[];
  /** Where the budget ran out; then nothing is known about the value. */
  tooMuchAt?: (string | number)[];
  steps: number;
};

export function judge(schema: JsonObject, value: unknown): Verdict {
  const run = new Run(schema, apply);
  try {
    apply(run, schema, value, null);
  } catch (error) {
    if (error instanceof TooMuch) {
      return { violations: [], tooMuchAt: pathOf(error.at), steps: run.steps.taken };
    }
    if (!(error instanceof Enough)) throw error;
  }
  return { violations: run.found, steps: run.steps.taken };
}

const apply: Apply = (run, schema, value, at, seen = null) => {
  run.steps.take(APPLY_STEPS, at);
  if (schema === false) return run.wrong('false', at, 'False boolean schema.');
  if (!isJsonObject(schema)) return true;
  const asksSeen =
    schema.unevaluatedProperties !== undefined || schema.unevaluatedItems !== undefined;
  const looked = seen ?? (asksSeen ? new Set<string | number>() : null);
  run.enter(at);
  let fits = judgeReferences(run, schema, value, at, looked);
  fits = judgeValue(run, schema, value, at) && fits;
  fits = judgeCombined(run, schema, value, at, looked) && fits;
  fits = byType(run, schema, value, at, looked) && fits;
  run.leave();
  return fits;
};

const byType: typeof judgeCombined = (run, schema, value, at, seen) => {
  if (typeof value === 'string') return judgeString(run, schema, value, at);
  if (isNumeric(value)) return judgeNumber(run, schema, value, at);
  if (Array.isArray(value)) return judgeArray(run, schema, value, at, seen);
  return isJsonObject(value) ? judgeObject(run, schema, value, at, seen) : true;
};
