import { answerLabel } from '../../core/reviews/kinds/answer-words.ts';
import { lazyPreloadable } from '../../dashboard/look/lazy.tsx';
import { Fact } from '../../dashboard/reviews/fact.tsx';
import { written } from '../../dashboard/reviews/hints.ts';
import type { AnsweredProps, Renderer } from '../../dashboard/reviews/kind.ts';
import { skeleton } from '../../dashboard/reviews/skeleton.tsx';

/** Renders a kind that the dashboard does not know. */
export const plugin: Renderer = {
  Answer: lazyPreloadable(() => import('./dashboard/answer.tsx'), skeleton),
  Answered,
  hints: () => written,
};

function Answered({ review, response }: AnsweredProps) {
  return (
    <dl className="review-facts">
      {Object.entries(response).map(([name, value]) => (
        <Fact key={name} name={answerLabel(review, name)} value={value} />
      ))}
    </dl>
  );
}
