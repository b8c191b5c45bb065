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
  channel: Channels.describe('Channel id; repeatable'),
  type: listOf(z.string().min(1).max(100)).describe('Review type; repeatable'),
  respondedBy: listOf(Id).describe('Id of the user who answered; repeatable'),
  verdict: listOf(z.enum(verdicts)).describe('Verdict of the answer; repeatable'),
  from: Moment.describe('Ended at this time or later'),
  to: Moment.describe('Ended before this time'),
  search: z
    .string()
    .max(1000)
    .optional()
    .describe(
      'Up to 50 words, all of which must occur in the text, or in the title, description, prompt or labels that the agent wrote. Matched literally',
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
  if (review === 'expired' && respondedBy)
    refuse('respondedBy', 'Expired questions have no respondedBy');
  if (review === 'expired' && verdict) refuse('verdict', 'Expired questions have no verdict');
  if (from && to && Date.parse(to) <= Date.parse(from)) refuse('to', 'Must be after `from`');
}

/** What there is to filter by in the caller's channels. */
export const EndedFacets = z
  .object({
    respondedBy: z
      .array(z.object({ id: Id, name: z.string() }))
      .describe('Everyone who has answered, by name'),
    type: z.array(z.string()).describe('Types of the answered and expired reviews'),
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
    id: Id.describe('Id of the message'),
    channelId: Id,
    channelName: z.string(),
    type: z.string(),
    status: z.enum(['completed', 'expired', 'retracted']),
    title: z.string().nullable(),
    text: z.string().nullable(),
    payload: JsonObject.nullable().describe('Values of password fields are masked as `***`'),
    verdict: z.enum(verdicts).nullable(),
    answer: z.string().nullable().describe('The answer in words'),
    comment: z.string().nullable(),
    response: JsonObject.nullable().describe('Values of password fields are masked as `***`'),
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
