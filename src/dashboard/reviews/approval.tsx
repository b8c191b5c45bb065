import { Textarea } from '@mantine/core';
import { useRef } from 'react';
import type { ApprovalPayload } from '../../core/reviews/kinds/approval.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { Key } from '../look/parts.tsx';
import { useArmed } from './armed.ts';
import { useDraft } from './drafts.ts';
import type { AnswerProps } from './kind.ts';
import { OptionButton } from './option-button.tsx';

type Option = ApprovalPayload['options'][number];

const LONGEST_COMMENT = 10_000;

export function Approval({ message, sending, active, isReady }: AnswerProps) {
  const { options, allowComment } = message.review.payload as ApprovalPayload;
  const [comment, setComment] = useDraft(message.id, '');
  const field = useRef<HTMLTextAreaElement>(null);
  const { armed, isSure, press, disarm } = useArmed();

  const choose = (option: Option) => {
    if (option.style === 'danger' && !press(option.id)) return;
    const said = allowComment && comment.trim() !== '' ? { comment } : {};
    sending.send({ selectedOption: option.id, ...said }, { isSure: true });
  };
  useApprovalKeys(isReady, options, choose, {
    ...(active && allowComment && { c: ['Comment', () => field.current?.focus()] }),
    ...(active && armed !== null && { Escape: ['Think again', disarm] }),
  });

  return (
    <>
      {allowComment && (
        <Textarea
          ref={field}
          className="review-comment"
          variant="unstyled"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={LONGEST_COMMENT}
          aria-label="Comment for the agent"
          placeholder="Comment for the agent"
          rightSection={active && comment === '' && <Key>c</Key>}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Escape' && event.currentTarget.blur()}
        />
      )}
      <div className="review-options">
        {options.map((option, index) => (
          <OptionButton
            key={option.id}
            label={option.label}
            look={option.style}
            number={active && index < 9 ? index + 1 : null}
            armed={armed === option.id && (isSure ? 'sure' : 'soon')}
            isSending={sending.isSending}
            onPress={() => choose(option)}
          />
        ))}
      </div>
      <p className="unseen" role="status">
        {armed !== null && 'This cannot be undone. Press once more to choose it.'}
      </p>
    </>
  );
}

type Bindings = Parameters<typeof useKeys>[1];

/** 1…9 in their order, `a` the first, `r` the dangerous one. */
function useApprovalKeys(
  isReady: boolean,
  options: Option[],
  choose: (option: Option) => void,
  more: Bindings,
) {
  const [first] = options;
  const danger = options.find(({ style }) => style === 'danger');
  const numbered = options
    .slice(0, 9)
    .map((option, index) => [String(index + 1), [option.label, () => choose(option)]] as const);
  useKeys('Answer', {
    ...(isReady && Object.fromEntries(numbered)),
    ...(isReady && first && { a: [first.label, () => choose(first)] }),
    ...(isReady && danger && { r: [danger.label, () => choose(danger)] }),
    ...more,
  });
}
