import { useKeys } from '../../../dashboard/keys/use-keys.tsx';
import { useArmed } from '../../../dashboard/reviews/armed.ts';
import type { AnswerProps } from '../../../dashboard/reviews/kind.ts';
import { OptionButton } from '../../../dashboard/reviews/option-button.tsx';
import { Options } from '../../../dashboard/reviews/options.tsx';

type Verdict = 'approve' | 'request-changes';
type Props = AnswerProps & {
  /** Counts comments that have a text. */
  count: number;
  onDecide: (verdict: Verdict) => void;
};

/** The verdict on a diff. */
export function DiffVerdict({ message, sending, active, isReady, count, onDecide }: Props) {
  const { isArmed, armedAs, press } = useArmed();
  const [approves, refuses] = [`${message.id} approve`, `${message.id} request-changes`];
  const comments = count === 1 ? '1 comment' : `${count} comments`;
  const approval = count === 0 ? 'Approve' : `Approve with ${comments}`;
  const refusal = 'Request changes';

  const approve = () => onDecide('approve');
  const refuse = (by: string) => {
    // Requesting changes without a comment is confirmed.
    if (count > 0 || press(refuses, by)) onDecide('request-changes');
  };
  useKeys('Answer', {
    ...(isReady && {
      1: [approval, approve, approves],
      a: [approval, approve, approves],
      2: [refusal, refuse, refuses],
      r: [refusal, refuse, refuses],
    }),
  });
  return (
    <Options says={isArmed && 'No comment added. Press again to request changes anyway.'}>
      <OptionButton
        answers={approves}
        label={approval}
        look="primary"
        keys={active ? ['1', 'a'] : []}
        isSending={sending.isSending}
        onPress={approve}
      />
      <OptionButton
        answers={refuses}
        label={armedAs(refuses) ? 'Without a comment?' : refusal}
        keys={active ? ['2', 'r'] : []}
        isTwice={count === 0}
        armed={armedAs(refuses)}
        isSending={sending.isSending}
        onPress={refuse}
      />
    </Options>
  );
}
