import { z } from 'zod';
import { AuditActor } from '../audit/schema.ts';
import { EndedFilter } from '../ended/schema.ts';
import { Id } from '../ids.ts';
import { isTimeCursor, Limit } from '../pages.ts';
import { RespondedBy } from '../reviews/schema.ts';
import { Timestamp } from '../time.ts';

/** A question that was retracted. Its words are gone. */
export const Retracted = z
  .object({
    id: Id.describe("The message's"),
    channelId: Id,
    type: z.string(),
    selectedOption: z.string().nullable().describe('The id of the option that was chosen, if any'),
    respondedBy: RespondedBy.nullable().describe('Null if nobody had answered'),
    retractedBy: AuditActor.extend({ kind: z.string() }),
    at: Timestamp.describe('When it was retracted'),
  })
  .meta({ id: 'Retracted' });
export type Retracted = z.infer<typeof Retracted>;

export const ListRetracted = EndedFilter.pick({
  channel: true,
  type: true,
  respondedBy: true,
  from: true,
  to: true,
}).extend({
  message: Id.optional().describe('The one with this id alone'),
  limit: Limit.default(100),
  cursor: z
    .string()
    .refine(isTimeCursor, 'Give the Inbox-Next-Cursor of the page before')
    .optional()
    .describe('The Inbox-Next-Cursor of the page before'),
});
export type ListRetracted = z.infer<typeof ListRetracted>;
