import { textIn } from '../../core/reviews/kinds/labels.ts';
import { lazyPreloadable } from '../look/lazy.tsx';
import { Markdown } from '../message/markdown.tsx';
import { written } from './hints.ts';
import type { AnsweredProps, Renderer } from './kind.ts';
import { skeleton } from './skeleton.tsx';

export const textInput: Renderer = {
  Answer: lazyPreloadable(() => import('./text-input/answer.tsx'), skeleton),
  Answered,
  hints: () => written,
};

function Answered({ review, response }: AnsweredProps) {
  const text = textIn(response, 'text');
  if (text === undefined) return <p className="soft">No text</p>;
  const { markdown } = review.payload;
  return markdown === true ? <Markdown text={text} /> : <p className="review-text">{text}</p>;
}
