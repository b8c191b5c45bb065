import { isJsonObject, type JsonObject } from '../../../json.ts';

/** What an agent filled into a password field is for the person who is asked alone. */
export function hideDefaults(payload: JsonObject): JsonObject {
  if (!Array.isArray(payload.fields)) return payload;
  const fields = payload.fields.map((field) =>
    isJsonObject(field) && field.type === 'password' && field.defaultValue
      ? { ...field, defaultValue: '***' }
      : field,
  );
  return { ...payload, fields };
}
