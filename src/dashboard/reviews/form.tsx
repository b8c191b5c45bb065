import { fieldsIn, saidOf, shownFields } from '../../core/reviews/kinds/form/words.ts';
import { lazyPreloadable } from '../look/lazy.tsx';
import { Fact } from './fact.tsx';
import { written } from './hints.ts';
import type { AnsweredProps, Renderer } from './kind.ts';
import { skeleton } from './skeleton.tsx';

export const form: Renderer = {
  Answer: lazyPreloadable(() => import('./form/answer.tsx'), skeleton),
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
