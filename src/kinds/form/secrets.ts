import { isJsonObject, type JsonObject } from '../../core/json.ts';

/** A password that an agent prefilled is visible only to the person who is asked. */
export function hideDefaults(payload: JsonObject): JsonObject {
  if (!Array.isArray(payload.fields)) return payload;
  const fields = payload.fields.map((field) =>
    isJsonObject(field) && field.type === 'password' && field.defaultValue
      ? { ...field, defaultValue: '***' }
      : field,
  );
  return { ...payload, fields };
}
