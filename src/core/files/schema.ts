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
    size: z.number().int().describe('Bytes'),
    storageKey: z.string(),
    createdAt: Timestamp,
  })
  .meta({ id: 'Attachment' });
export type Attachment = z.infer<typeof Attachment>;

/** What stands beside the bytes of a new file. */
export const NewFile = z.object({
  channelId: Id,
  file: z.object(
    {
      filename: z.string().transform(safeName),
      mimeType: z.string().transform(safeType),
    },
    { error: 'Expected a part named "file" that holds a file' },
  ),
});
export type NewFile = z.infer<typeof NewFile>;

/** A file in a list, with who sent it. */
export const ListedFile = Attachment.extend({
  senderType: z.enum(['agent', 'user']).nullable().describe('Null until a message has it'),
  senderName: z
    .string()
    .nullable()
    .describe("The person's; null for an agent, and for a person who was removed"),
}).meta({ id: 'ListedFile' });
export type ListedFile = z.infer<typeof ListedFile>;

export const ListFiles = z.object({
  channel: Id.optional(),
  kind: z.enum(fileKinds).optional().describe('By the MIME type'),
  search: z
    .string()
    .max(200)
    .optional()
    .describe("Every word of it is in the file's name, in any case"),
  before: Id.optional().describe('A file: only older ones'),
  idEnd: IdEnd.optional(),
  limit: Limit.default(100),
});
export type ListFiles = z.infer<typeof ListFiles>;
