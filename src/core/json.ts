import { z } from 'zod';

export type JsonObject = Record<string, unknown>;

/** A JSON object, kept exactly as it came: `z.record` would drop a key named `__proto__`. */
export const JsonObject = z
  .unknown()
  .superRefine((value, context) => {
    if (isJsonObject(value)) return;
    const message = 'Invalid input: expected object';
    context.addIssue({ code: 'invalid_type', expected: 'object', input: value, message });
  })
  .meta({ type: 'object', additionalProperties: true }) as unknown as z.ZodType<
  JsonObject,
  JsonObject
>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const jsonSize = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Refuses values that are larger than `maximum` bytes as JSON. */
export const atMost =
  (maximum: number, what: string) => (value: unknown, context: z.core.$RefinementCtx) => {
    if (jsonSize(value) <= maximum) return;
    const message = `${what} has at most ${maximum / 1024} KiB as JSON`;
    context.addIssue({
      code: 'too_big',
      origin: 'string',
      maximum,
      inclusive: true,
      input: value,
      message,
    });
  };

export const toJson = (value: unknown) => (value === null ? null : JSON.stringify(value));

export const fromJson = (text: string | null) => (text === null ? null : JSON.parse(text));
