import { Button } from '@mantine/core';
import { signOf } from '../keys/help.tsx';
import { useKeys } from '../keys/use-keys.tsx';
import { Key } from '../look/parts.tsx';
import { type AnswerProps, textIn } from './kind.ts';

type Props = AnswerProps & { onSend: () => void; byEnter: boolean };

/** The two buttons under a question: send, and decline where the agent allows it. */
export function SendBar({ message, sending, active, isReady, onSend, byEnter }: Props) {
  const { payload } = message.review;
  const submit = textIn(payload, 'submitLabel') ?? 'Send answer';
  const dismiss = textIn(payload, 'dismissLabel');
  const decline = () => sending.send({ _dismissed: true }, { isSure: true });
  useKeys('Answer', {
    ...(isReady && { 'mod+Enter': [submit, onSend] }),
    ...(isReady && byEnter && { Enter: [submit, onSend] }),
    ...(isReady && dismiss !== undefined && { x: [dismiss, decline] }),
  });
  return (
    <div className="review-options">
      <Button
        className="review-option"
        data-look="primary"
        type="submit"
        aria-disabled={sending.isSending || undefined}
      >
        <bdi>{submit}</bdi>
        {active && <Key>{signOf(byEnter ? 'Enter' : 'mod+Enter')}</Key>}
      </Button>
      {dismiss !== undefined && (
        <Button className="review-option" data-look="ghost" onClick={decline}>
          <bdi>{dismiss}</bdi>
          {active && <Key>x</Key>}
        </Button>
      )}
    </div>
  );
}
