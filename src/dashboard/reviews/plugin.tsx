import { answerLabel } from '../../core/reviews/kinds/answer-words.ts';
import { lazyPreloadable } from '../look/lazy.tsx';
import { Fact } from './fact.tsx';
import { written } from './hints.ts';
import type { AnsweredProps, Renderer } from './kind.ts';
import { skeleton } from './skeleton.tsx';

/** Renders a kind that the dashboard does not know. */
export const plugin: Renderer = {
  Answer: lazyPreloadable(() => import('./plugin/answer.tsx'), skeleton),
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
