import { z } from 'zod';
import { isJsonObject, type JsonObject } from '../../json.ts';
import { Field, fieldValue } from './fields.ts';
import { buttons, defineKind, dismissable, heading, listOf } from './kind.ts';

export const FormPayload = z.looseObject({
  ...heading,
  fields: listOf(Field, 'name', { max: 100 }),
  ...buttons,
});
export type FormPayload = z.infer<typeof FormPayload>;

export const form = defineKind({
  payload: FormPayload,
  answer: (payload) => dismissable(payload, allFields(payload.fields)),
});

/** One key a field, null where an optional one was left empty; a key that is no field is an error. */
function allFields(fields: Field[]): z.ZodType<JsonObject> {
  const shape = Object.fromEntries(fields.map((field) => [field.name, fieldValue(field)]));
  return z.preprocess(withoutPrototype, z.strictObject(shape));
}

/** Every object has a `constructor` and a `toString`: a field of that name would find it answered. */
const withoutPrototype = (response: unknown) =>
  isJsonObject(response) ? Object.setPrototypeOf({ ...response }, null) : response;
