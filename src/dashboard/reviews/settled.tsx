import type { ReactNode } from 'react';
import { isJsonObject, type JsonObject } from '../../core/json.ts';
import { answerLine } from '../../core/reviews/kinds/answer-words.ts';
import type { FormPayload } from '../../core/reviews/kinds/form/schema.ts';
import { saidOf } from '../../core/reviews/kinds/form/words.ts';
import { labelIn, textIn } from '../../core/reviews/kinds/labels.ts';
import { kindWord } from '../../core/reviews/kinds/words.ts';
import { when } from '../look/clock.ts';
import { Check, Clock } from '../look/icons.tsx';
import { Moment } from '../look/moment.tsx';
import { Markdown } from '../message/markdown.tsx';
import { Fact } from './fact.tsx';
import type { Asked } from './kind.ts';
import { isLocalAnswer, NOT_LOGGED_IN, openSpan } from './when.ts';
import { Written } from './written.tsx';

type SettledProps = {
  message: Asked;
  /** Who had opened one that expired, where that is asked for. */
  openers?: ReactNode;
};

/** How a question ended: who answered, when and what; or that nobody did. */
export function Settled({ message, openers }: SettledProps) {
  const { review } = message;
  if (review.status === 'expired' || !review.response) {
    return (
      <div className="review-card review-settled">
        <p className="meta">
          <Clock size={14} /> {kindWord(review.type)} · expired{' '}
          {review.expiresAt && <Moment at={review.expiresAt} />}
        </p>
        <p>
          Nobody answered in time.{openFor(review)}
          {openers}
        </p>
        <Written id={message.id} />
      </div>
    );
  }
  return (
    <div className="review-card review-settled">
      <p className="meta">
        <Check size={14} /> {kindWord(review.type)} · answered{' '}
        {review.respondedAt && <Moment at={review.respondedAt} />}
        {review.respondedBy && (
          <>
            {' '}
            by <bdi>{review.respondedBy.name}</bdi>
          </>
        )}
      </p>
      {isLocalAnswer(review.respondedBy) && (
        <p className="meta is-warning">Answered {NOT_LOGGED_IN}</p>
      )}
      <Answer message={message} response={review.response} />
      <Written id={message.id} />
    </div>
  );
}

function openFor(review: Asked['review']): string {
  const { openedAt, expiresAt } = review;
  const span = openSpan(review);
  if (!openedAt || !expiresAt || span === null) return '';
  return ` It was pending for ${span}, from ${when(openedAt)} to ${when(expiresAt)}.`;
}

type Props = { message: Asked; response: JsonObject };

function Answer({ message: { review }, response }: Props): ReactNode {
  if (response._dismissed === true || review.type === 'approval') {
    return (
      <>
        <p className="review-chosen">{answerLine(review)}</p>
        <Said text={response.comment} />
      </>
    );
  }
  switch (review.type) {
    case 'selection':
      return (
        <ul className="review-chosen">
          {Array.isArray(response.selectedIds) &&
            response.selectedIds.map((id) => (
              <li key={String(id)}>{labelIn(review.payload.items, 'id', id)}</li>
            ))}
        </ul>
      );
    case 'form':
      return <FormAnswer fields={(review.payload as FormPayload).fields} response={response} />;
    case 'text-input':
      return (
        <Text text={textIn(response, 'text') ?? ''} asMarkdown={review.payload.markdown === true} />
      );
    case 'rating':
    case 'diff-review':
      return <PluginWords {...{ review, response }} />;
    default:
      return <Facts response={response} />;
  }
}

const Said = ({ text }: { text: unknown }) =>
  typeof text === 'string' && text !== '' && <p className="review-said">“{text}”</p>;

const Text = ({ text, asMarkdown }: { text: string; asMarkdown: boolean }) => {
  if (text === '') return <p className="soft">No text</p>;
  return asMarkdown ? <Markdown text={text} /> : <p className="review-text">{text}</p>;
};

type FormAnswerProps = { fields: FormPayload['fields']; response: JsonObject };

const FormAnswer = ({ fields, response }: FormAnswerProps) => (
  <dl className="review-facts">
    {fields.map((field) => (
      <Fact
        key={field.name}
        name={field.label || field.name}
        value={saidOf(field, response[field.name])}
      />
    ))}
  </dl>
);

function PluginWords({ review, response }: { review: Asked['review']; response: JsonObject }) {
  const comments = Array.isArray(response.comments) ? response.comments.filter(isJsonObject) : [];
  return (
    <>
      <p className="review-chosen">{answerLine(review)}</p>
      <Said text={response.comment} />
      {comments.map(({ path, line, side, text }) => (
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
}

const Facts = ({ response }: { response: JsonObject }) => (
  <dl className="review-facts">
    {Object.entries(response).map(([name, value]) => (
      <Fact key={name} name={name} value={value} />
    ))}
  </dl>
);
