import { Button, TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Dialog } from '../keys/dialogs.tsx';
import { Refusal } from './parts.tsx';

type Saving = {
  isPending: boolean;
  refusal: string | null;
  errors: Record<string, string>;
  reset: () => void;
};
type Props = {
  opened: boolean;
  onClose: () => void;
  title: string;
  /** The effect, in full sentences. */
  children: ReactNode;
  /** The label of the button that does it. */
  action: string;
  onConfirm: () => void;
  saving: Saving;
  /** Text that the person has to type first. */
  typed?: string;
  harmless?: boolean;
};

/** Asks for a confirmation before an action that cannot be undone. */
export function Confirm({ opened, onClose, title, ...rest }: Props) {
  const close = () => {
    rest.saving.reset();
    onClose();
  };
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <Question onClose={close} {...rest} />
    </Dialog>
  );
}

type QuestionProps = Omit<Props, 'opened' | 'title'>;

function Question({
  children,
  action,
  onConfirm,
  onClose,
  saving,
  typed,
  harmless,
}: QuestionProps) {
  const [text, setText] = useState('');
  const isReady = typed === undefined || text.trim() === typed.trim();
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) onConfirm();
  };
  return (
    <form className="stack" onSubmit={send}>
      <div className="confirm-text">{children}</div>
      {typed !== undefined && (
        <TextInput
          label={`Type “${typed}” to confirm`}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autoComplete="off"
          data-autofocus
        />
      )}
      <Refusal>{saving.refusal ?? Object.values(saving.errors)[0] ?? null}</Refusal>
      <div className="buttons">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button
          type="submit"
          {...(harmless ? {} : { color: 'red' })}
          loading={saving.isPending}
          disabled={!isReady}
          {...(typed === undefined ? { 'data-autofocus': true } : {})}
        >
          {action}
        </Button>
      </div>
    </form>
  );
}
