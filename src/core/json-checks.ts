/** Zod's checks of JSON, in a file of their own because the dashboard starts without zod. */
import { z } from 'zod';
import { isJsonObject, longNumbers, type JsonObject as Plain } from './json.ts';
import { tooLong } from './numbers.ts';

export type JsonObject = Plain;

/** A JSON object, kept exactly as received: `z.record` would drop a key named `__proto__`. */
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

/** Refuses numbers that would lose digits where we read them. */
export const refuseLong = (value: unknown, context: z.core.$RefinementCtx) => {
  for (const { path, written } of longNumbers(value)) {
    context.addIssue({ code: 'custom', path, message: tooLong(written) });
  }
};

const jsonSize = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? '');

/** Refuses values larger than `maximum` bytes as JSON. */
export const atMost =
  (maximum: number, what: string) => (value: unknown, context: z.core.$RefinementCtx) => {
    if (jsonSize(value) <= maximum) return;
    const message = `${what} must not exceed ${maximum / 1024}KiB as JSON`;
    context.addIssue({
      code: 'too_big',
      origin: 'string',
      maximum,
      inclusive: true,
      input: value,
      message,
    });
  };
