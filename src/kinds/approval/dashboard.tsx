import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import { labelIn, textIn } from '../../core/reviews/kinds/labels.ts';
import { signOf } from '../../dashboard/keys/help.tsx';
import { keyOfNumber, MOST_NUMBERED } from '../../dashboard/keys/names.ts';
import type { Binding, Bindings } from '../../dashboard/keys/scopes.ts';
import { useKeys } from '../../dashboard/keys/use-keys.tsx';
import { Key } from '../../dashboard/look/parts.tsx';
import { useArmed } from '../../dashboard/reviews/armed.ts';
import { ChoiceBar } from '../../dashboard/reviews/choice-bar.tsx';
import { Chosen } from '../../dashboard/reviews/chosen.tsx';
import { CommentField } from '../../dashboard/reviews/comment-field.tsx';
import { useDraft } from '../../dashboard/reviews/drafts.ts';
import { numbersTo } from '../../dashboard/reviews/hints.ts';
import type { AnswerProps, Hint, Renderer } from '../../dashboard/reviews/kind.ts';
import { OptionButton } from '../../dashboard/reviews/option-button.tsx';
import { Options } from '../../dashboard/reviews/options.tsx';
import type { ApprovalPayload } from './schema.ts';
import { approvingOption, isHarmful, refusingOption, whyNothing } from './words.ts';

type Option = ApprovalPayload['options'][number];
type Choose = (option: Option, by: string) => void;

export const approval: Renderer = {
  Answer,
  Answered: Chosen,
  hints: ({ options, allowComment }) => [
    [numbersTo(Array.isArray(options) ? options.length : 0), 'answer'],
    ...(allowComment === true ? [[['c'], 'comment'] satisfies Hint] : []),
  ],
};

function Answer({ message, sending, active, isReady }: AnswerProps) {
  const { options, allowComment } = message.review.payload as ApprovalPayload;
  const [comment, setComment] = useDraft(message.id, '');
  const [isCommenting, setIsCommenting] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isArmed, armedAs, press } = useArmed();
  const answers = ({ id }: Option) => `${message.id} ${id}`;
  const labelOf = ({ id }: Option) => labelIn(options, 'id', id);
  const main = approvingOption(options);

  const choose: Choose = (option, by) => {
    if (isHarmful(option, options) && !press(answers(option), by)) return;
    const said = allowComment && comment.trim() !== '' ? { comment } : {};
    sending.send({ selectedOption: option.id, ...said }, { isSure: true });
  };
  useKeys('Answer', {
    ...(isReady && keysOf(options, choose, answers)),
    ...(isReady && isCommenting && keysWithComment(options, choose, answers)),
    ...(active && allowComment && { c: ['Comment', () => field.current?.focus()] }),
  });

  return (
    <ChoiceBar>
      {allowComment && (
        <CommentField
          field={field}
          active={active}
          words="Comment for the agent"
          text={comment}
          onChange={setComment}
          isWriting={isCommenting}
          onWriting={setIsCommenting}
        />
      )}
      {allowComment && active && main && (
        <p className="meta review-with keys-only">
          <Key>{signOf('mod+Enter')}</Key> <bdi>{labelOf(main)}</bdi> with this comment
        </p>
      )}
      <Options says={isArmed && 'This cannot be undone. Press again to confirm.'}>
        {options.map((option, index) => (
          <OptionButton
            key={option.id}
            answers={answers(option)}
            label={labelOf(option)}
            description={textIn(option, 'description')}
            look={option.style}
            keys={active ? capsOf(options, index) : []}
            isTwice={isHarmful(option, options)}
            armed={armedAs(answers(option))}
            isSending={sending.isSending}
            onPress={(by) => choose(option, by)}
          />
        ))}
      </Options>
    </ChoiceBar>
  );
}

/** Returns the keys of an option: its number, `a` if it approves, `r` if it refuses. */
function capsOf(options: Option[], index: number): string[] {
  const option = options[index];
  return [
    ...(index < MOST_NUMBERED ? [keyOfNumber(index + 1)] : []),
    ...(option === approvingOption(options) ? ['a'] : []),
    ...(option === refusingOption(options) ? ['r'] : []),
  ];
}

const keysOf = (options: Option[], choose: Choose, answers: (option: Option) => string): Bindings =>
  Object.fromEntries([
    ...(['a', 'r'] as const).map((key) => [key, sayingWhy(key, options)] as const),
    ...options.flatMap((option, index) =>
      capsOf(options, index).map((key) => [
        key,
        [
          labelIn(options, 'id', option.id),
          (by: string) => choose(option, by),
          answers(option),
        ] as const,
      ]),
    ),
  ]) as Bindings;

/** A letter that chooses nothing says why. */
function sayingWhy(key: 'a' | 'r', options: Option[]): Binding {
  const message = whyNothing(key, options);
  return [message, () => void notifications.show({ id: message, message, autoClose: NOTE_MS })];
}

const NOTE_MS = 5000;

/** For the comment field, where letters are text. */
function keysWithComment(
  options: Option[],
  choose: Choose,
  answers: (option: Option) => string,
): Bindings {
  const main = approvingOption(options);
  const numbered = options
    .slice(0, 9)
    .map((option, index) => [`mod+${index + 1}`, option] as const);
  const all = main ? [...numbered, ['mod+Enter', main] as const] : numbered;
  return Object.fromEntries(
    all.map(([key, option]) => [
      key,
      [
        `${labelIn(options, 'id', option.id)} with this comment`,
        (by: string) => choose(option, by),
        answers(option),
      ],
    ]),
  ) as Bindings;
}
