import type { ComponentProps } from 'react';
import type { AnswerProps } from './kind.ts';
import { SendBar, type SendBarProps } from './send-bar.tsx';

type Props = Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onPointerDown' | 'children'> &
  Pick<SendBarProps, 'onSend' | 'byEnter' | 'isEdited'> & { answer: AnswerProps };

/** What a person fills in, and below it the buttons that send or decline. */
export const AnswerForm = ({ answer, onSend, byEnter, isEdited, children, ...form }: Props) => (
  // Enter in a line of a form does not send it: one that is held would.
  <form className="review-form" {...form} onSubmit={(event) => event.preventDefault()}>
    {children}
    <SendBar {...answer} {...{ onSend, byEnter, isEdited }} />
  </form>
);
