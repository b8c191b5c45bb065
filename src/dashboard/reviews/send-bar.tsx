import { dismissLabelIn, textIn } from '../../core/reviews/kinds/labels.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { useArmed } from './armed.ts';
import type { AnswerProps } from './kind.ts';
import { OptionButton } from './option-button.tsx';
import { Options } from './options.tsx';

export type SendBarProps = AnswerProps & {
  /** Null if a press on a choice sends it. */
  onSend: (() => void) | null;
  /** Enter without a modifier sends, as there is no text field. */
  byEnter?: boolean | undefined;
  /** The person has written something, which declining would discard. */
  isEdited?: boolean | undefined;
};

/** The two buttons under a question: send, and decline if the agent allows it. */
export function SendBar(props: SendBarProps) {
  const { message, sending, active, isReady, onSend, byEnter = false, isEdited = false } = props;
  const { payload } = message.review;
  const submit = textIn(payload, 'submitLabel') ?? 'Send answer';
  const dismiss = dismissLabelIn(payload);
  const { isArmed, armedAs, press } = useArmed();
  const [sends, declines] = [`${message.id} send`, `${message.id} dismiss`];
  const decline = (by: string) => {
    // x lies between c and z: it takes two presses, even if nothing was written.
    if ((isEdited || by === 'x') && !press(declines, by)) return;
    sending.send({ _dismissed: true }, { isSure: true });
  };
  useKeys('Answer', {
    ...(isReady && onSend && { 'mod+Enter': [submit, onSend, sends] }),
    ...(isReady && onSend && byEnter && { Enter: [submit, onSend, sends] }),
    ...(isReady && dismiss !== undefined && { x: [dismiss, decline, declines] }),
  });
  return (
    <Options
      says={
        isArmed &&
        (isEdited
          ? 'Your text will be discarded. Press again to confirm.'
          : 'Press again to confirm.')
      }
    >
      {onSend && (
        <OptionButton
          answers={sends}
          label={submit}
          look="primary"
          keys={active ? [byEnter ? 'Enter' : 'mod+Enter'] : []}
          isSending={sending.isSending}
          onPress={onSend}
        />
      )}
      {dismiss !== undefined && (
        <OptionButton
          answers={declines}
          label={dismiss}
          look="ghost"
          keys={active ? ['x'] : []}
          isTwice
          armed={armedAs(declines)}
          isSending={sending.isSending}
          onPress={decline}
        />
      )}
    </Options>
  );
}
