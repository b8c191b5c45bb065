/** An answer that was chosen rather than written, with its comment. */
import { answerLine, commentIn, placedComments } from '../../core/reviews/kinds/answer-words.ts';
import type { AnsweredProps } from './kind.ts';

export function Chosen({ review, response }: AnsweredProps) {
  const comment = commentIn({ ...review, response });
  return (
    <>
      <p className="review-chosen">{answerLine(review)}</p>
      {comment !== undefined && <p className="review-said">“{comment}”</p>}
    </>
  );
}

/** Shows the answer with the comments on parts of the question. */
export const ChosenWithComments = (props: AnsweredProps) => (
  <>
    <Chosen {...props} />
    {placedComments(props.response).map(({ path, line, side, text }) => (
      <p key={`${path} ${side} ${line} ${text}`} className="review-text">
        <span className="meta">
          {String(path)}
          {typeof line === 'number' && `, ${side === 'old' ? 'removed ' : ''}line ${line}`}
        </span>
        {'\n'}
        {String(text)}
      </p>
    ))}
  </>
);
