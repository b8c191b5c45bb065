import { z } from 'zod';

/** ISO 8601 in UTC with milliseconds, so that text orders as time does. */
export const Timestamp = z.iso.datetime({ precision: 3 });

export const toTimestamp = (ms: number) => new Date(ms).toISOString();
