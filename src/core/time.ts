import { z } from 'zod';

/** ISO 8601 in UTC with milliseconds, so that text sorts like time. */
export const Timestamp = z.iso.datetime({ precision: 3 });

export const toTimestamp = (ms: number) => new Date(ms).toISOString();

/** The length of a timestamp. */
export const TIME_LETTERS = 24;
