/** The answers to the plugins that come with every inbox. */
import type { JsonObject } from '../core/json.ts';
import { filesIn } from '../core/reviews/kinds/diff-review/files.ts';
import { stepsOf } from '../core/reviews/kinds/rating/steps.ts';
import type { Review } from '../core/reviews/schema.ts';
import type { AnswerPrompts } from './asking/prompts.ts';

type Asked = Pick<Review, 'type' | 'payload'>;

export const isRating = ({ type, payload }: Asked) =>
  type === 'rating' && stepsOf(payload).length > 0;
export const isChange = ({ type, payload }: Asked) =>
  type === 'diff-review' && (filesIn(payload) ?? []).length > 0;

export async function rate(ask: AnswerPrompts, payload: JsonObject): Promise<JsonObject> {
  const steps = stepsOf(payload);
  const ends = new Map([
    [steps[0], payload.minLabel],
    [steps.at(-1), payload.maxLabel],
  ]);
  const choices = steps.map((step) => {
    const end = ends.get(step);
    return {
      ...{ value: `${step}`, label: typeof end === 'string' ? `${step} ${end}` : `${step}` },
      key: step >= 0 && step <= 9 ? `${step}` : undefined,
    };
  });
  const rating = Number(await ask.one('Your rating', choices));
  return { rating, ...(await commentBy(ask)) };
}

export async function judge(ask: AnswerPrompts, payload: JsonObject): Promise<JsonObject> {
  const verdict = await ask.one('Your verdict', [
    { value: 'approve', label: 'Approve', key: '1', style: 'green' },
    { value: 'request-changes', label: 'Request changes', key: '2', style: 'yellow' },
  ]);
  const isRefusal = verdict !== 'approve';
  const text = await ask.text({
    ...{ message: isRefusal ? 'What should change?' : 'Comment', lines: 'pasted' },
    placeholder: 'Press Enter to skip',
  });
  if (text === '') {
    const isSure = !isRefusal || (await ask.yesNo('Request changes without a comment?', false));
    return isSure ? { verdict } : judge(ask, payload);
  }
  return { verdict, comments: [{ path: await pathFor(ask, payload), text }] };
}

/** The file that a comment is about. */
async function pathFor(ask: AnswerPrompts, payload: JsonObject): Promise<string> {
  const [first, ...others] = (filesIn(payload) ?? []).map(({ path }) => path);
  if (first === undefined || others.length === 0) return first ?? '';
  const choices = [first, ...others].map((path) => ({ value: path, label: path }));
  return ask.one('Which file?', choices);
}

export async function commentBy(ask: AnswerPrompts): Promise<JsonObject> {
  const placeholder = 'Press Enter to skip';
  const comment = await ask.text({ message: 'Comment', placeholder, lines: 'pasted' });
  return comment ? { comment } : {};
}
