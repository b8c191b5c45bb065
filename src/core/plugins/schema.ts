import { z } from 'zod';
import { ObjectSchema } from '../json-schema.ts';

/** The name of a plugin is a review type and a folder. */
const PluginName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'Must consist of lower-case letters, digits, ".", "_" and "-"',
  );

export const Plugin = z
  .object({
    name: PluginName,
    displayName: z.string().min(1).max(100),
    version: z.string().min(1).max(50),
    description: z.string().nullable().default(null),
    author: z.string().nullable().default(null),
    icon: z.string().nullable().default(null),
    inputSchema: ObjectSchema.nullable().default(null).describe('JSON Schema for its payloads'),
    answerSchema: ObjectSchema.nullable().default(null).describe('JSON Schema for its answers'),
  })
  .meta({ id: 'Plugin' });
export type Plugin = z.infer<typeof Plugin>;
