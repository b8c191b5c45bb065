/** Filters of questions that have ended, for lists and exports. */
import { z } from 'zod';
import { Id } from '../ids.ts';
import { verdicts } from './kinds/kind-words.ts';
import { AskedBy, Channels, listOf, Session } from './schema.ts';

const Moment = z.iso.datetime({ offset: true }).optional();

export const EndedFilter = z.object({
  channel: Channels.describe('Channel id; repeatable'),
  type: listOf(z.string().min(1).max(100)).describe('Review type; repeatable'),
  respondedBy: listOf(Id).describe('Id of the user who answered; repeatable'),
  verdict: listOf(z.enum(verdicts)).describe('Verdict of the answer; repeatable'),
  session: Session,
  askedBy: AskedBy,
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

/** Refuses filters that exclude one another. */
export function mustFitTogether(
  { review, respondedBy, verdict, from, to }: EndedFilter & { review?: string | undefined },
  context: z.core.$RefinementCtx,
): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (review === 'expired' || review === 'withdrawn') {
    const questions = review === 'expired' ? 'Expired questions' : 'Withdrawn questions';
    if (respondedBy) refuse('respondedBy', `${questions} have no respondedBy`);
    if (verdict) refuse('verdict', `${questions} have no verdict`);
  }
  if (from && to && Date.parse(to) <= Date.parse(from)) refuse('to', 'Must be after `from`');
}
