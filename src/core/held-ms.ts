import { z } from 'zod';

const LONGEST_MS = 30_000;

/** `?timeout=` is not a number, though JavaScript reads it as 0. */
export const emptyIsNone = (given: unknown) => (given === '' ? Number.NaN : given);

/** How long a long poll may take, in milliseconds: more than 30 s is cut to that. */
export const heldMs = (unlessGiven: number) =>
  z
    .preprocess(emptyIsNone, z.coerce.number().min(0))
    .default(unlessGiven)
    .transform((ms) => Math.min(ms, LONGEST_MS));
