import type { ComponentProps, ReactNode } from 'react';
import { ChoiceBar } from './choice-bar.tsx';
import type { AnswerProps } from './kind.ts';
import { SendBar, type SendBarProps } from './send-bar.tsx';

type Props = Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onPointerDown' | 'children'> &
  Pick<SendBarProps, 'onSend' | 'byEnter' | 'isEdited'> & {
    answer: AnswerProps;
    /** All of it is so short that it belongs into the bar. */
    inBar?: boolean;
    /** What is said beside the buttons. */
    beside?: ReactNode;
  };

/** What a person fills in, and below it the buttons that send or decline. */
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
  // Enter in a line of a form does not send it: one that is held would.
  <form className="review-form" {...form} onSubmit={(event) => event.preventDefault()}>
    {!inBar && children}
    <ChoiceBar>
      {inBar && children}
      {beside}
      <SendBar {...answer} {...{ onSend, byEnter, isEdited }} />
    </ChoiceBar>
  </form>
);
