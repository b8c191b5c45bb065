import { Textarea } from '@mantine/core';
import { type CSSProperties, useRef, useState } from 'react';
import { textIn } from '../../../core/reviews/kinds/labels.ts';
import type { Binding } from '../../../dashboard/keys/scopes.ts';
import { useKeys } from '../../../dashboard/keys/use-keys.tsx';
import { Key } from '../../../dashboard/look/parts.tsx';
import { AnswerForm } from '../../../dashboard/reviews/answer-form.tsx';
import { useDraft } from '../../../dashboard/reviews/drafts.ts';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import { usePress } from '../../../dashboard/reviews/press.ts';
import PluginAnswer from '../../plugin/dashboard/answer.tsx';
import { stepsOf } from '../words.ts';

type Draft = { rating: number | null; comment: string };

/** A row of numbers, one of which is the answer; sent together with a comment. */
export default function Rating(props: AnswerProps) {
  const { message, sending, active, isReady } = props;
  const { payload } = message.review;
  const [draft, setDraft] = useDraft<Draft>(message.id, { rating: null, comment: '' });
  const [isEmpty, setIsEmpty] = useState(false);
  const comment = useRef<HTMLTextAreaElement>(null);
  const steps = stepsOf(payload);
  const hasComment = draft.comment.trim() !== '';

  const pick = (rating: number) => {
    setIsEmpty(false);
    setDraft({ ...draft, rating });
    if (!hasComment) sending.send({ rating }, { isSure: true });
  };
  const send = () => {
    if (draft.rating === null) return setIsEmpty(true);
    const said = hasComment ? { comment: draft.comment } : {};
    sending.send({ rating: draft.rating, ...said }, { isSure: true });
  };
  const answers = (step: number) => `${message.id} ${step}`;
  const numbered = steps
    .filter((step) => step >= 1 && step <= 9)
    .map((step): [string, Binding] => {
      const act = () => {
        pick(step);
        return () => setDraft(draft);
      };
      const does = `Rate ${step}`;
      return [`${step}`, hasComment ? [does, act] : [does, () => pick(step), answers(step)]];
    });
  useKeys('Answer', {
    ...(isReady && Object.fromEntries(numbered)),
    ...(active && { c: ['Comment', () => comment.current?.focus()] }),
  });
  if (steps.length === 0) return <PluginAnswer {...props} />;

  return (
    <AnswerForm
      answer={props}
      onSend={send}
      byEnter
      inBar
      isEdited={draft.rating !== null || draft.comment !== ''}
    >
      <fieldset className="review-rating">
        <legend className="unseen">Your rating</legend>
        <span className="meta">{textIn(payload, 'minLabel')}</span>
        <div style={{ '--in-row': inRow(steps.length) } as CSSProperties}>
          {steps.map((step) => (
            <Step
              key={step}
              step={step}
              answers={answers(step)}
              isChosen={draft.rating === step}
              isSending={sending.isSending}
              onPress={() => pick(step)}
            />
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
        className="review-comment-line"
        minRows={1}
        label={<>Comment {active && <Key>c</Key>}</>}
        value={draft.comment}
        onChange={(event) => setDraft({ ...draft, comment: event.currentTarget.value })}
        onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
      />
    </AnswerForm>
  );
}

const MOST_IN_ROW = 6;

/** Where they don't fit beside each other, rows of a phone have equally many. */
const inRow = (count: number): number => Math.ceil(count / Math.ceil(count / MOST_IN_ROW));

type StepProps = {
  step: number;
  answers: string;
  isChosen: boolean;
  isSending: boolean;
  onPress: () => void;
};

function Step({ step, isChosen, ...pressed }: StepProps) {
  const press = usePress({ label: `Rate ${step}`, ...pressed });
  return (
    <button type="button" className="review-step" aria-pressed={isChosen} {...press}>
      {step}
    </button>
  );
}
