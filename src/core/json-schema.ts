/** JSON Schema from agents and plugins: schemas are checked on receipt, and values by them. */

import type { z } from 'zod';
import { MOST_ISSUES } from './issues.ts';
import { isJsonObject } from './json.ts';
import { JsonObject } from './json-checks.ts';
import { hasPattern, outOfBounds, unfitPattern } from './json-schema/bounds.ts';
import { judge } from './json-schema/judge.ts';
import { wrongKeywords } from './json-schema/keywords.ts';
import { references, targetOf } from './json-schema/references.ts';

/** A schema for an object: what a freeform review and a plugin may ask for. */
export const ObjectSchema = JsonObject.superRefine((schema, context) => {
  const refuse = (message: string, path: string[] = []) =>
    context.addIssue({ code: 'custom', path, message });
  const tooLarge = outOfBounds(schema);
  if (tooLarge) return refuse(tooLarge.message, tooLarge.path);
  const wrong = wrongKeywords(schema).take(MOST_ISSUES).toArray();
  for (const { message, path } of wrong) refuse(message, path);
  if (wrong.length > 0) return;
  const unfit = unfitPattern(schema);
  if (unfit) return refuse(unfit.message, unfit.path);
  const lost = references(schema).find((one) => targetOf(schema, one) === undefined);
  if (lost !== undefined) return refuse(`$ref "${lost}" does not resolve`);
  if (judge(schema, {}).tooMuchAt) {
    refuse('Schema $refs recurse endlessly, or expand too far');
  }
});

/**
 * Returns a zod schema that accepts the objects a JSON Schema accepts, and reports where others
 * fail. For questions from before schemas had limits, the excess is left to the agent.
 */
export function objectOf(schema: JsonObject): z.ZodType<JsonObject> {
  return JsonObject.superRefine((value, context) => {
    const { violations, tooMuchAt } = judge(schema, value);
    if (tooMuchAt && !outOfBounds(schema)) {
      context.addIssue({ code: 'custom', path: tooMuchAt, message: TOO_MUCH });
    }
    for (const { keyword, message, path } of violations) {
      context.addIssue({ code: 'custom', path, message, params: { keyword } });
    }
  });
}

const TOO_MUCH = 'Too complex to check. Use a shorter value or a simpler schema';

/** Describes what only the agent can check; undefined for nothing. */
export function leftToAgent(schema: unknown): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const left = outOfBounds(schema) ?? unfitPattern(schema);
  if (!left) return undefined;
  const place = left.path.length > 0 ? ` (${left.path.join('.')})` : '';
  return `Only the agent can fully check this answer. ${left.message}${place}.`;
}

/** Returns whether patterns must be loaded before a value is checked. */
export const asksPattern = (schema: unknown) => isJsonObject(schema) && hasPattern(schema);
