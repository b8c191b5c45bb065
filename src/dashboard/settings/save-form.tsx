import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Refusal } from './parts.tsx';

type Props = {
  saving: { isPending: boolean; refusal: string | null };
  onSend: () => void;
  /** The label of the button that sends the form. */
  action: string;
  disabled?: boolean;
  /** Another button, before the sending one. */
  beside?: ReactNode;
  children: ReactNode;
};

/** Fields, the server's errors about them, and the button that saves them. */
export const SaveForm = ({ saving, onSend, action, disabled = false, beside, children }: Props) => (
  <form
    className="stack"
    onSubmit={(event) => {
      event.preventDefault();
      onSend();
    }}
  >
    {children}
    <Refusal>{saving.refusal}</Refusal>
    <div className="buttons">
      {beside}
      <Button type="submit" loading={saving.isPending} disabled={disabled}>
        {action}
      </Button>
    </div>
  </form>
);
