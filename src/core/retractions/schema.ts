import { z } from 'zod';
import { AuditActor } from '../audit/schema.ts';
import { Id } from '../ids.ts';
import { isTimeCursor, Limit } from '../pages.ts';
import { EndedFilter } from '../reviews/ended-filter.ts';
import { EmailIfAlike, RespondedBy } from '../reviews/schema.ts';
import { Timestamp } from '../time.ts';

/** A retracted question, without its texts. */
export const Retracted = z
  .object({
    id: Id.describe('Id of the message'),
    channelId: Id,
    type: z.string(),
    selectedOption: z.string().nullable().describe('Id of the chosen option, if any'),
    respondedBy: RespondedBy.nullable().describe('Null if the question was not answered'),
    retractedBy: AuditActor.extend({ kind: z.string(), email: EmailIfAlike }),
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
  message: Id.optional().describe('Only the question with this message id'),
  limit: Limit.default(100),
  cursor: z
    .string()
    .refine(isTimeCursor, 'Use the Inbox-Next-Cursor of the previous page')
    .optional()
    .describe('Inbox-Next-Cursor of the previous page'),
});
export type ListRetracted = z.infer<typeof ListRetracted>;
