/** Optional fields of a body. */
import { z } from 'zod';

/** Null counts as omitted: n8n and generated clients send it for what is not set. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z
    .nullable(schema)
    .transform((given): NonNullable<z.output<T>> | undefined => given ?? undefined)
    .optional();

/** If omitted or null, it is `value`. */
export const defaulted = <T extends z.ZodType>(schema: T, value: NonNullable<z.output<T>>) =>
  z
    .nullable(schema)
    .transform((given): NonNullable<z.output<T>> => given ?? value)
    .default(value as never);
