/** A question with what answers it; once it is settled, how it ended. */
import type { ComponentType } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { Markdown } from '../message/markdown.tsx';
import { Approval } from './approval.tsx';
import { DiffReview } from './diff-review.tsx';
import { Form } from './form.tsx';
import { Freeform } from './freeform.tsx';
import { type AnswerProps, type Asked, textIn } from './kind.ts';
import { PluginAnswer } from './plugin.tsx';
import { Rating } from './rating.tsx';
import { useIsReady } from './ready.ts';
import { Selection } from './selection.tsx';
import { useSending } from './sending.tsx';
import { Settled } from './settled.tsx';
import { TextAnswer } from './text-answer.tsx';

type Props = {
  message: Message;
  /** The one question that the keys 1…9, a, r, c and Enter are for. */
  active?: boolean;
  /** Called once an answer is on its way, or stored: time for the next question. */
  onAnswered?: () => void;
};

export function ReviewCard({ message, active = false, onAnswered = () => {} }: Props) {
  if (!isAsked(message)) return null;
  if (message.review.status !== 'pending') return <Settled message={message} />;
  return <Pending key={message.id} message={message} active={active} onAnswered={onAnswered} />;
}

const isAsked = (message: Message): message is Asked => message.review !== null;

const kinds: Record<string, ComponentType<AnswerProps>> = {
  approval: Approval,
  selection: Selection,
  form: Form,
  'text-input': TextAnswer,
  freeform: Freeform,
  rating: Rating,
  'diff-review': DiffReview,
};

type PendingProps = { message: Asked; active: boolean; onAnswered: () => void };

function Pending({ message, active, onAnswered }: PendingProps) {
  const { type, payload } = message.review;
  const sending = useSending(message, onAnswered);
  const isReady = useIsReady(active);
  const Kind = (Object.hasOwn(kinds, type) && kinds[type]) || PluginAnswer;
  const words = [textIn(payload, 'description'), textIn(payload, 'prompt')].filter(
    (text) => text !== undefined,
  );
  return (
    <section className="review-card" data-ready={isReady || undefined} aria-label="Your answer">
      {words.map((text) => (
        <Markdown key={text} text={text} />
      ))}
      <Kind message={message} sending={sending} active={active} isReady={isReady} />
      {sending.failure !== null && (
        <p className="refusal" role="alert">
          {sending.failure}
        </p>
      )}
    </section>
  );
}
