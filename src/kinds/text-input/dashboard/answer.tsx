import { SegmentedControl, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useKeys } from '../../../dashboard/keys/use-keys.tsx';
import { Markdown } from '../../../dashboard/message/markdown.tsx';
import { AnswerForm } from '../../../dashboard/reviews/answer-form.tsx';
import { issuesOf } from '../../../dashboard/reviews/check.ts';
import { useDraft } from '../../../dashboard/reviews/drafts.ts';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import type { TextInputPayload } from '../schema.ts';

export default function TextAnswer(props: AnswerProps) {
  const { message, sending, active } = props;
  const { placeholder, prefill = '', markdown } = message.review.payload as TextInputPayload;
  const [text, setText] = useDraft(message.id, prefill);
  const [hasTried, setHasTried] = useState(false);
  const [isPreview, setIsPreview] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const wrong = [...sending.issues, ...issuesOf(message.review, { text })][0]?.message;

  const write = () => {
    // The field exists as soon as the preview is gone, before the next key.
    flushSync(() => setIsPreview(false));
    field.current?.focus();
  };
  const send = () => {
    setHasTried(true);
    if (issuesOf(message.review, { text }).length === 0) sending.send({ text });
    else write();
  };
  useKeys('Answer', { ...(active && { Enter: ['Write', write] }) });

  return (
    <AnswerForm answer={props} onSend={send} isEdited={text !== prefill}>
      {markdown && (
        <SegmentedControl
          className="review-tabs"
          size="xs"
          data={['Write', 'Preview']}
          value={isPreview ? 'Preview' : 'Write'}
          onChange={(tab) => setIsPreview(tab === 'Preview')}
          aria-label="Write or preview"
        />
      )}
      {isPreview ? (
        <div className="review-preview">
          <Markdown text={text || '*Nothing written yet*'} isPassing />
        </div>
      ) : (
        <Textarea
          ref={field}
          autosize
          minRows={4}
          maxRows={18}
          aria-label="Your answer"
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
          error={hasTried && wrong}
        />
      )}
      <Counter text={text} payload={message.review.payload as TextInputPayload} />
    </AnswerForm>
  );
}

/** The number of characters, and the limit. */
function Counter({ text, payload }: { text: string; payload: TextInputPayload }) {
  const { minLength = 0, maxLength } = payload;
  const isOver = maxLength !== undefined && text.length > maxLength;
  const most = maxLength === undefined ? '' : ` / ${maxLength.toLocaleString()}`;
  const least = text.length < minLength ? ` (at least ${minLength.toLocaleString()})` : '';
  const word = (maxLength ?? text.length) === 1 ? 'character' : 'characters';
  return (
    <p className="meta review-count" data-over={isOver || undefined}>
      {text.length.toLocaleString()}
      {most} {word}
      {least}
    </p>
  );
}
