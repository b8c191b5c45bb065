import { textIn } from '../../core/reviews/kinds/labels.ts';
import { lazyPreloadable } from '../../dashboard/look/lazy.tsx';
import { Markdown } from '../../dashboard/message/markdown.tsx';
import { written } from '../../dashboard/reviews/hints.ts';
import type { AnsweredProps, Renderer } from '../../dashboard/reviews/kind.ts';
import { skeleton } from '../../dashboard/reviews/skeleton.tsx';

export const textInput: Renderer = {
  Answer: lazyPreloadable(() => import('./dashboard/answer.tsx'), skeleton),
  Answered,
  hints: () => written,
};

function Answered({ review, response }: AnsweredProps) {
  const text = textIn(response, 'text');
  if (text === undefined) return <p className="soft">No text</p>;
  const { markdown } = review.payload;
  return markdown === true ? <Markdown text={text} /> : <p className="review-text">{text}</p>;
}
