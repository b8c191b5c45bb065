/** Questions of each kind that are pending, some that have ended, and a message that is being written. */
import { cleaning, deploy, diff, moving } from './approvals.ts';
import { papers, rating, regions } from './choices.ts';
import { letter, migration, refund, source } from './forms.ts';
import type { Writing } from './writing.ts';

/** @returns their ids */
export async function askQuestions({ send, draft, answer, withdraw }: Writing) {
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
  const plan = await send('deploy-bot', moving);
  const allowed = await send('deploy-bot', cleaning);
  await answer(allowed.id, {
    decision: 'allow',
    input: {
      command: 'rm -rf build/cache/css\nnpm run build -- --mode production',
      timeout: 120_000,
    },
    message: 'Only the style sheets',
  });
  const unallowed = await send('deploy-bot', cleaning);
  await withdraw(unallowed.id, 'answered in the terminal');
  const told = await send('deploy-bot', migration);
  await answer(told.id, {
    answers: {
      window: { other: 'Sunday morning, before six' },
      checks: { selected: ['Types', 'Unit tests'] },
      token: { other: 'ghp_secret' },
    },
  });
  const untold = await send('deploy-bot', migration);
  await withdraw(untold.id);
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
    plan: plan.id,
    allowed: allowed.id,
    unallowed: unallowed.id,
    told: told.id,
    untold: untold.id,
  };
}
