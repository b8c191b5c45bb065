import { z } from 'zod';
import { Timestamp } from '../time.ts';

export const SettingFrom = z.enum(['default', 'flag', 'environment', 'file', 'database']);
export type SettingFrom = z.infer<typeof SettingFrom>;

/** A setting and its source. */
export const Setting = z
  .object({
    name: z.string().describe('Name in config.json'),
    variable: z.string().describe('Name of the environment variable'),
    value: z.string().nullable().describe('Null if unset; a secret is shown as `***`'),
    from: SettingFrom,
    source: z.string().describe('The flag, the variable or the file that sets it'),
    about: z.string(),
  })
  .meta({ id: 'Setting' });
export type Setting = z.infer<typeof Setting>;

/** The environment variable of a setting. */
export const variableOf = (name: string) =>
  `INBOX_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** The location and size of an inbox, for its owners. */
export const About = z
  .object({
    version: z.string(),
    dataDirectory: z.string(),
    databaseBytes: z.number().int(),
    files: z.object({ count: z.number().int(), bytes: z.number().int() }),
    startedAt: Timestamp,
    damage: z
      .string()
      .nullable()
      .describe('What the last check of the database found; null if it is sound'),
    renewed: z
      .object({ at: Timestamp, missing: z.number().int().nullable() })
      .nullable()
      .describe(
        'When another database was found than the one that ran last, and how many changes it lacks (null if unknown); null if that was not so in the last week',
      ),
    settings: z
      .array(Setting)
      .describe('Settings in force: those of the start, and those from the dashboard'),
  })
  .meta({ id: 'About' });
export type About = z.infer<typeof About>;
