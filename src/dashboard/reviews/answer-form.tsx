import type { ComponentProps } from 'react';
import type { AnswerProps } from './kind.ts';
import { SendBar } from './send-bar.tsx';

type Props = Pick<ComponentProps<'form'>, 'ref' | 'noValidate' | 'onPointerDown' | 'children'> & {
  answer: AnswerProps;
  onSend: () => void;
  /** Enter alone sends, as there is nothing to write. */
  byEnter?: boolean;
};

/** What a person fills in, and below it the buttons that send or decline. */
export const AnswerForm = ({ answer, onSend, byEnter = false, children, ...form }: Props) => (
  <form
    className="review-form"
    {...form}
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {children}
    <SendBar {...answer} onSend={onSend} byEnter={byEnter} />
  </form>
);
