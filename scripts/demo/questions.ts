/** Pending questions: one of each kind, and a message that is being written. */
import { cleaning, deploy, diff } from './approvals.ts';
import { papers, rating, regions } from './choices.ts';
import { letter, migration, refund, source } from './forms.ts';
import type { Writing } from './writing.ts';

/** @returns their ids */
export async function askQuestions({ send, draft }: Writing) {
  const selection = await send('deploy-bot', regions);
  const form = await send('billing-agent', refund);
  const approval = await send('deploy-bot', deploy);
  const start = "I am comparing the slow queries with yesterday's and the first";
  await draft('deploy-bot', 'comparison', start);
  const text = await send('support-triage', letter);
  const rate = await send('research', rating);
  const review = await send('deploy-bot', diff);
  const freeform = await send('nightly-etl', source);
  const many = await send('research', papers);
  const permission = await send('deploy-bot', cleaning);
  const questions = await send('deploy-bot', migration);
  return {
    approval: approval.id,
    form: form.id,
    selection: selection.id,
    many: many.id,
    text: text.id,
    rating: rate.id,
    diff: review.id,
    freeform: freeform.id,
    permission: permission.id,
    questions: questions.id,
  };
}
