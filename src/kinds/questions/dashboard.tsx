import { labelIn } from '../../core/reviews/kinds/labels.ts';
import { lazyPreloadable } from '../../dashboard/look/lazy.tsx';
import { Fact } from '../../dashboard/reviews/fact.tsx';
import { numbersTo, written } from '../../dashboard/reviews/hints.ts';
import type { AnsweredProps, Hint, Renderer } from '../../dashboard/reviews/kind.ts';
import { skeleton } from '../../dashboard/reviews/skeleton.tsx';
import { givenIn, isTitle, onlyIn, questionsIn, saidOf } from './words.ts';

export const questions: Renderer = {
  Answer: lazyPreloadable(() => import('./dashboard/answer.tsx'), skeleton),
  Answered,
  hints(payload) {
    const all = questionsIn(payload);
    const count = all.reduce((sum, { options = [] }) => sum + options.length, 0);
    const isPressed = onlyIn(payload)?.multiple === false;
    const numbers: Hint[] = count > 0 ? [[numbersTo(count), isPressed ? 'answer' : 'pick']] : [];
    if (all.some(({ other }) => other)) return [...numbers, ...written];
    return isPressed ? numbers : [...numbers, [['Enter'], 'send']];
  },
};

function Answered({ review, response }: AnsweredProps) {
  const { payload } = review;
  const only = onlyIn(payload);
  if (!only || !isTitle(payload, only)) {
    return (
      <dl className="review-facts">
        {questionsIn(payload).map((asked) => (
          <Fact key={asked.id} name={asked.question} value={saidOf(asked, response)} />
        ))}
      </dl>
    );
  }
  const { selected = [], other } = givenIn(response.answers, only);
  return (
    <>
      {selected.length > 0 && (
        <ul className="review-chosen">
          {selected.map((id) => (
            <li key={id}>{labelIn(only.options, 'id', id)}</li>
          ))}
        </ul>
      )}
      {other !== undefined && <p className="review-text">{other}</p>}
    </>
  );
}
