import { z } from 'zod';
import { Timestamp } from '../time.ts';

/** Where an inbox stands and how large it is, for its owners. */
export const About = z
  .object({
    version: z.string(),
    dataDirectory: z.string(),
    databaseBytes: z.number().int(),
    files: z.object({ count: z.number().int(), bytes: z.number().int() }),
    startedAt: Timestamp,
  })
  .meta({ id: 'About' });
export type About = z.infer<typeof About>;
