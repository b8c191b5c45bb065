import type { ComponentProps, ReactNode } from 'react';
import { ChoiceBar } from './choice-bar.tsx';
import type { AnswerProps } from './kind.ts';
import { SendBar, type SendBarProps } from './send-bar.tsx';

type Props = Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onPointerDown' | 'children'> &
  Pick<SendBarProps, 'onSend' | 'byEnter' | 'isEdited'> & {
    answer: AnswerProps;
    /** Short enough for the bar. */
    inBar?: boolean;
    /** Shown beside the buttons. */
    beside?: ReactNode;
  };

/** The input fields, and below them the buttons that send or dismiss. */
export const AnswerForm = ({
  answer,
  onSend,
  byEnter,
  isEdited,
  inBar = false,
  beside,
  children,
  ...form
}: Props) => (
  // Enter in a field does not send it: a held key would.
  <form className="review-form" {...form} onSubmit={(event) => event.preventDefault()}>
    {!inBar && children}
    <ChoiceBar>
      {inBar && children}
      {beside}
      <SendBar {...answer} onSend={onSend} byEnter={byEnter} isEdited={isEdited} />
    </ChoiceBar>
  </form>
);
