import { isJsonObject } from '../../core/json.ts';
import { lazyPreloadable } from '../../dashboard/look/lazy.tsx';
import { Chosen } from '../../dashboard/reviews/chosen.tsx';
import { numbersTo } from '../../dashboard/reviews/hints.ts';
import type { AnsweredProps, Renderer } from '../../dashboard/reviews/kind.ts';
import { skeleton } from '../../dashboard/reviews/skeleton.tsx';
import { SubjectParts } from '../../dashboard/reviews/subject.tsx';
import { choicesIn, differenceOf } from './words.ts';

export const permission: Renderer = {
  Answer: lazyPreloadable(() => import('./dashboard/answer.tsx'), skeleton),
  Answered,
  hints: (payload) => [
    [numbersTo(choicesIn(payload).length), 'answer'],
    ...(payload.editable === true ? [[['i'], 'edit'] satisfies [string[], string]] : []),
    [['c'], 'message'],
  ],
};

function Answered({ review, response }: AnsweredProps) {
  const { input } = review.payload;
  const change =
    isJsonObject(input) && isJsonObject(response.input) ? differenceOf(input, response.input) : [];
  return (
    <>
      <Chosen review={review} response={response} />
      {change.length > 0 && <SubjectParts parts={change} />}
    </>
  );
}
