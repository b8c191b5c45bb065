/** Fields of a body that may be left out. */
import { z } from 'zod';

/** Null leaves it out too: n8n and generated clients send it for what is not set. */
export const optional = <T extends z.ZodType>(schema: T) =>
  z
    .nullable(schema)
    .transform((given): NonNullable<z.output<T>> | undefined => given ?? undefined)
    .optional();

/** Left out or null, it is `value`. */
export const defaulted = <T extends z.ZodType>(schema: T, value: NonNullable<z.output<T>>) =>
  z
    .nullable(schema)
    .transform((given): NonNullable<z.output<T>> => given ?? value)
    .default(value as never);
