/** Which of the questions that were answered, or that expired, a list or an export has. */
import { z } from 'zod';
import { AuditActor } from '../audit/schema.ts';
import { Id } from '../ids.ts';
import { JsonObject } from '../json-checks.ts';
import { verdicts } from '../reviews/kinds/verdicts.ts';
import { Channels, listOf, RespondedBy } from '../reviews/schema.ts';
import { Timestamp } from '../time.ts';

const Moment = z.iso.datetime({ offset: true }).optional();

export const EndedFilter = z.object({
  channel: Channels.describe('One channel or, repeated, several'),
  type: listOf(z.string().min(1).max(100)).describe('A kind of review or, repeated, several'),
  respondedBy: listOf(Id).describe('The id of the user who answered or, repeated, of several'),
  verdict: listOf(z.enum(verdicts)).describe('What the answer amounts to; repeatable'),
  from: Moment.describe('Ended at this time or later'),
  to: Moment.describe('Ended before this time'),
  search: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Every word of it, 50 at most, stands in the text, or in the title, description, prompt or a label of its question that the agent wrote; taken literally',
    ),
});
export type EndedFilter = z.infer<typeof EndedFilter>;

/** What of the filters excludes each other. */
export function mustFitTogether(
  { review, respondedBy, verdict, from, to }: EndedFilter & { review?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (review === 'expired' && respondedBy) refuse('respondedBy', 'Nobody answered what expired');
  if (review === 'expired' && verdict) refuse('verdict', 'What expired has no verdict');
  if (from && to && Date.parse(to) <= Date.parse(from)) refuse('to', 'Give a time after `from`');
}

/** What there is to filter by in the caller's channels. */
export const EndedFacets = z
  .object({
    respondedBy: z
      .array(z.object({ id: Id, name: z.string() }))
      .describe('Everyone who has answered, by name'),
    type: z.array(z.string()).describe('The kinds of the reviews that ended'),
  })
  .meta({ id: 'EndedFacets' });
export type EndedFacets = z.infer<typeof EndedFacets>;

export const ExportEnded = EndedFilter.extend({
  format: z.enum(['json', 'csv']).default('json'),
  review: z.enum(['completed', 'expired']).default('completed'),
}).superRefine(mustFitTogether);
export type ExportEnded = z.infer<typeof ExportEnded>;

/** A question as the record of decisions has it. Of one that was retracted the words are gone. */
export const ExportedQuestion = z
  .object({
    id: Id.describe("The message's"),
    channelId: Id,
    channelName: z.string(),
    type: z.string(),
    status: z.enum(['completed', 'expired', 'retracted']),
    title: z.string().nullable(),
    text: z.string().nullable(),
    payload: JsonObject.nullable().describe('Values of password fields are `***`'),
    verdict: z.enum(verdicts).nullable(),
    answer: z.string().nullable().describe('In words'),
    comment: z.string().nullable(),
    response: JsonObject.nullable().describe('Values of password fields are `***`'),
    respondedBy: RespondedBy.nullable(),
    openedAt: Timestamp.nullable(),
    expiresAt: Timestamp.nullable(),
    respondedAt: Timestamp.nullable(),
    retractedBy: AuditActor.extend({ kind: z.string() }).nullable(),
    retractedAt: Timestamp.nullable(),
    questionDigest: z.string().nullable().describe('SHA-256 of the question as it was answered'),
    answerDigest: z.string().nullable(),
  })
  .meta({ id: 'ExportedQuestion' });
export type ExportedQuestion = z.infer<typeof ExportedQuestion>;
