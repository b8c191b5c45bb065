import { lazyPreloadable } from '../../dashboard/look/lazy.tsx';
import { Fact } from '../../dashboard/reviews/fact.tsx';
import { written } from '../../dashboard/reviews/hints.ts';
import type { AnsweredProps, Renderer } from '../../dashboard/reviews/kind.ts';
import { skeleton } from '../../dashboard/reviews/skeleton.tsx';
import { fieldsIn, saidOf, shownFields } from './words.ts';

export const form: Renderer = {
  Answer: lazyPreloadable(() => import('./dashboard/answer.tsx'), skeleton),
  Answered,
  hints: () => [[['Enter'], 'fill in'], [['Tab'], 'next field'], ...written.slice(1)],
};

function Answered({ review, response }: AnsweredProps) {
  return (
    <dl className="review-facts">
      {shownFields(fieldsIn(review.payload)).map((field) => (
        <Fact key={field.name} name={field.label} value={saidOf(field, response[field.name])} />
      ))}
    </dl>
  );
}
