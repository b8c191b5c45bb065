import { z } from 'zod';
import { AuditActor } from '../audit/schema.ts';
import { Id } from '../ids.ts';
import { JsonObject } from '../json-checks.ts';
import { EndedFilter, mustFitTogether } from '../reviews/ended-filter.ts';
import { verdicts } from '../reviews/kinds/kind-words.ts';
import { EmailIfAlike, Ended, RespondedBy } from '../reviews/schema.ts';
import { Timestamp } from '../time.ts';

/** The values of filters in the caller's channels. */
export const EndedFacets = z
  .object({
    respondedBy: z
      .array(z.object({ id: Id, name: z.string(), email: EmailIfAlike }))
      .describe('Everyone who has answered, by name'),
    type: z.array(z.string()).describe('Types of the reviews that have ended'),
  })
  .meta({ id: 'EndedFacets' });
export type EndedFacets = z.infer<typeof EndedFacets>;

export const ExportEnded = EndedFilter.extend({
  format: z.enum(['json', 'csv']).default('json'),
  review: Ended.default('completed'),
}).superRefine(mustFitTogether);
export type ExportEnded = z.infer<typeof ExportEnded>;

/** A question in the record of decisions. The texts of a retracted one are gone. */
export const ExportedQuestion = z
  .object({
    id: Id.describe('Id of the message'),
    channelId: Id,
    channelName: z.string(),
    type: z.string(),
    status: z.enum([...Ended.options, 'retracted']),
    title: z.string().nullable(),
    text: z.string().nullable(),
    payload: JsonObject.nullable().describe('Values of password fields are masked as `***`'),
    verdict: z.enum(verdicts).nullable(),
    answer: z.string().nullable().describe('The answer in words'),
    comment: z.string().nullable(),
    response: JsonObject.nullable().describe('Values of password fields are masked as `***`'),
    respondedBy: RespondedBy.nullable(),
    automatic: z
      .boolean()
      .describe('True if it was answered with its default, or the inbox withdrew it'),
    openedAt: Timestamp.nullable(),
    expiresAt: Timestamp.nullable(),
    respondedAt: Timestamp.nullable(),
    withdrawnAt: Timestamp.nullable(),
    withdrawnWhy: z.string().nullable(),
    retractedBy: AuditActor.extend({ kind: z.string(), email: EmailIfAlike }).nullable(),
    retractedAt: Timestamp.nullable(),
    questionDigest: z.string().nullable().describe('SHA-256 of the question as it was answered'),
    answerDigest: z.string().nullable(),
  })
  .meta({ id: 'ExportedQuestion' });
export type ExportedQuestion = z.infer<typeof ExportedQuestion>;
