import { Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useKeys } from '../keys/use-keys.tsx';
import { Key } from '../look/parts.tsx';
import { AnswerForm } from './answer-form.tsx';
import { useDraft } from './drafts.ts';
import { type AnswerProps, textIn } from './kind.ts';
import PluginAnswer from './plugin.tsx';

const MOST_STEPS = 20;
type Draft = { rating: number | null; comment: string };

/** How good something is: a row of numbers, and a comment. */
export default function Rating(props: AnswerProps) {
  const { message, sending, active, isReady } = props;
  const { payload } = message.review;
  const [draft, setDraft] = useDraft<Draft>(message.id, { rating: null, comment: '' });
  const [isEmpty, setIsEmpty] = useState(false);
  const comment = useRef<HTMLTextAreaElement>(null);
  const steps = stepsOf(payload);

  const pick = (rating: number) => {
    setIsEmpty(false);
    setDraft({ ...draft, rating });
  };
  const send = () => {
    if (draft.rating === null) return setIsEmpty(true);
    const said = draft.comment.trim() === '' ? {} : { comment: draft.comment };
    sending.send({ rating: draft.rating, ...said }, { isSure: true });
  };
  const numbered = steps
    .filter((step) => step >= 1 && step <= 9)
    .map((step) => [String(step), [`Rate ${step}`, () => pick(step)]] as const);
  useKeys('Answer', {
    ...(isReady && Object.fromEntries(numbered)),
    ...(active && { c: ['Comment', () => comment.current?.focus()] }),
  });
  if (steps.length === 0) return <PluginAnswer {...props} />;

  return (
    <AnswerForm answer={props} onSend={send} byEnter>
      <fieldset className="review-rating">
        <legend className="unseen">Your rating</legend>
        <span className="meta">{textIn(payload, 'minLabel')}</span>
        <div>
          {steps.map((step) => (
            <label key={step}>
              <input
                type="radio"
                name={message.id}
                checked={draft.rating === step}
                onChange={() => pick(step)}
              />
              <span>{step}</span>
            </label>
          ))}
        </div>
        <span className="meta">{textIn(payload, 'maxLabel')}</span>
      </fieldset>
      {isEmpty && (
        <p className="review-wrong" role="alert">
          Choose a number
        </p>
      )}
      <Textarea
        ref={comment}
        autosize
        minRows={2}
        label={<>Comment {active && <Key>c</Key>}</>}
        value={draft.comment}
        onChange={(event) => setDraft({ ...draft, comment: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </AnswerForm>
  );
}

/** Every number there is; none where they are too many to lie in a row. */
function stepsOf({ min = 1, max = 5 }: Record<string, unknown>): number[] {
  if (!Number.isInteger(min) || !Number.isInteger(max)) return [];
  const count = Number(max) - Number(min) + 1;
  if (count < 1 || count > MOST_STEPS) return [];
  return Array.from({ length: count }, (_, index) => Number(min) + index);
}
