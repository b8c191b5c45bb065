import { z } from 'zod';
import { Id, IdEnd } from '../ids.ts';
import { Limit } from '../pages.ts';
import { Timestamp } from '../time.ts';
import { fileKinds } from './kinds.ts';
import { safeName, safeType } from './names.ts';

/** 100 MiB. */
export const DEFAULT_MAX_FILE_SIZE = 100 * 1024 * 1024;

/** A file's record. */
export const Attachment = z
  .object({
    id: Id,
    messageId: Id.nullable(),
    channelId: Id,
    pluginType: z.literal('file'),
    filename: z.string(),
    mimeType: z.string(),
    size: z.number().int().describe('Size in bytes'),
    storageKey: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof Attachment>;

/** The fields besides the bytes of a new file. */
export const NewFile = z.object({
  channelId: Id,
  file: z.object(
    {
      filename: z.string().transform(safeName),
      mimeType: z.string().transform(safeType),
    },
    { error: 'Expected a file in the part named "file"' },
  ),
});
export type NewFile = z.infer<typeof NewFile>;

/** A file in a list, with its sender. */
export const ListedFile = Attachment.extend({
  senderType: z
    .enum(['agent', 'user'])
    .nullable()
    .describe('Null until it is attached to a message'),
  senderName: z
    .string()
    .nullable()
    .describe('Name of the user; null for an agent or a removed user'),
}).meta({ id: 'ListedFile' });
export type ListedFile = z.infer<typeof ListedFile>;

export const ListFiles = z.object({
  channel: Id.optional(),
  kind: z.enum(fileKinds).optional().describe('By the MIME type'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe('Words that must all occur in the file name; case-insensitive'),
  before: Id.optional().describe('A file id: only return older files'),
  idEnd: IdEnd.optional(),
  limit: Limit.default(100),
});
export type ListFiles = z.infer<typeof ListFiles>;
