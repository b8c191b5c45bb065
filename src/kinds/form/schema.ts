import { z } from 'zod';
import { MOST_ISSUES } from '../../core/issues.ts';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import {
  buttons,
  defineKind,
  dismissable,
  heading,
  listOf,
} from '../../core/reviews/kinds/kind.ts';
import { Field, fieldValue } from './fields.ts';

const Fields = listOf(Field, 'name', { max: 100 });

export const FormPayload = z.looseObject({
  ...heading,
  fields: z.preprocess(withinBounds, Fields) as unknown as typeof Fields,
  ...buttons,
});
export type FormPayload = z.infer<typeof FormPayload>;

export const form = defineKind({
  payload: FormPayload,
  answer: (payload) => dismissable(payload, allFields(payload.fields)),
});

const MOST_OPTIONS = 5000;

/** Stops after the first 200 wrong options, and reads nothing of a form that is too large. */
function withinBounds(fields: unknown, context: z.core.$RefinementCtx): unknown {
  if (!Array.isArray(fields)) return fields;
  const options: unknown[][] = fields.map((field) =>
    Array.isArray(field?.options) ? field.options : [],
  );
  if (options.reduce((sum, list) => sum + list.length, 0) > MOST_OPTIONS) {
    const message = `A form must not have more than ${MOST_OPTIONS} options in total`;
    context.addIssue({ code: 'custom', message });
  }
  let wrong = 0;
  const enough = options.findIndex((list) => {
    wrong += list.filter((option) => !isChoice(option)).length;
    return wrong >= MOST_ISSUES;
  });
  return enough < 0 ? fields : fields.slice(0, enough + 1);
}

const isChoice = (option: unknown) =>
  typeof option === 'string' ||
  (isJsonObject(option) && typeof option.value === 'string' && typeof option.label === 'string');

/** One key per field, null for an empty optional one; an unknown key is an error. */
function allFields(fields: Field[]): z.ZodType<JsonObject> {
  const shape = Object.fromEntries(fields.map((field) => [field.name, fieldValue(field)]));
  return z.preprocess(withoutPrototype, z.strictObject(shape));
}

/** Every object has a `constructor` and a `toString`: a field of that name would appear answered. */
const withoutPrototype = (response: unknown) =>
  isJsonObject(response) ? Object.setPrototypeOf({ ...response }, null) : response;
