/** A question with the means to answer it; once it has ended, its outcome. */

import { type ReactNode, useEffect } from 'react';
import { asksForPassword } from '../../client/undo.ts';
import type { Message } from '../../core/messages/schema.ts';
import { titleOf } from '../../core/messages/title.ts';
import { textIn } from '../../core/reviews/kinds/labels.ts';
import { wordsOf } from '../../core/reviews/kinds/words.ts';
import { isOpen } from '../../core/reviews/open.ts';
import { useMessage } from '../data/messages.ts';
import { Markdown } from '../message/markdown.tsx';
import { Chosen } from '../outbox/chosen.tsx';
import { useUnsent } from '../outbox/context.ts';
import type { Asked } from './asked.ts';
import { Expiring } from './expiring.tsx';
import { fetchKinds, rendererOf } from './kinds.tsx';
import { useIsReady } from './ready.ts';
import { useSending } from './sending.tsx';
import { Settled } from './settled.tsx';

type Props = {
  message: Message;
  /** Whether the keys 1…9, a, r, c and Enter act on this question. */
  active?: boolean;
  /** Called once an answer is under way or stored, to open the next question. */
  onAnswered?: () => void;
  openers?: ReactNode;
};

export function ReviewCard({ message, active = false, onAnswered = () => {}, openers }: Props) {
  if (!isAsked(message)) return null;
  if (message.truncated) return <Unread id={message.id} />;
  if (message.review.status !== 'pending') {
    return <Settled message={message} openers={openers} />;
  }
  if (!isOpen(message.review)) return <NotYet />;
  return <Pending key={message.id} message={message} active={active} onAnswered={onAnswered} />;
}

const NotYet = () => (
  <section className="review-card">
    <p className="soft">You can answer once the agent has finished writing.</p>
  </section>
);

/** Shown until all choices are loaded: nobody is offered only some of them. */
function Unread({ id }: { id: string }) {
  const { error } = useMessage(id);
  return (
    <section className="review-card">
      {error ? (
        <p className="refusal" role="alert">
          Couldn't load the choices: {error.message}
        </p>
      ) : (
        <p className="soft" aria-busy>
          Loading choices…
        </p>
      )}
    </section>
  );
}

const isAsked = (message: Message): message is Asked => message.review !== null;

type PendingProps = { message: Asked; active: boolean; onAnswered: () => void };

function Pending({ message, active, onAnswered }: PendingProps) {
  const { type, payload } = message.review;
  const sending = useSending(message, onAnswered);
  const unsent = useUnsent(message.id);
  const isReady = useIsReady(active, type);
  const { Answer } = rendererOf(type);
  useEffect(fetchKinds, []);
  // They follow a subject that is shown by itself.
  const isSaid = wordsOf(type).subject !== undefined;
  const words = isSaid
    ? []
    : [textIn(payload, 'description'), textIn(payload, 'prompt')].filter(
        (text) => text !== undefined,
      );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a set of fields it is not
    <div
      role="group"
      className="review-card review-asked"
      data-ready={isReady || undefined}
      aria-label={`Your answer to ${titleOf(message)}`}
    >
      {words.map((text) => (
        <Markdown key={text} text={text} />
      ))}
      {unsent && unsent.state !== 'refused' && unsent.isKept ? (
        <Chosen unsent={unsent} />
      ) : (
        <Answer message={message} sending={sending} active={active} isReady={isReady} />
      )}
      {message.review.expiresAt && <Expiring until={message.review.expiresAt} />}
      {asksForPassword(message.review) && (
        <p className="meta">
          This question asks for a password, so your answer is sent immediately, without undo.
        </p>
      )}
      {sending.failure !== null && (
        <p className="refusal" role="alert">
          {sending.failure}
        </p>
      )}
    </div>
  );
}
