import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '../keys/dialogs.tsx';

type Props<Made> = {
  opened: boolean;
  onClose: () => void;
  /** The title of the dialog, before the secret is made and after. */
  title: (made: Made | null) => string;
  form: (onMade: (made: Made) => void) => ReactNode;
  /** Shows the secret. */
  children: (made: Made) => ReactNode;
};

/** A dialog that asks for the details of a secret, and then shows it once. */
export function MakeSecret<Made>({ opened, onClose, title, form, children }: Props<Made>) {
  const [made, setMade] = useState<Made | null>(null);
  useEffect(() => {
    if (!opened) setMade(null);
  }, [opened]);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title(made)}
      size="lg"
      // The secret is not shown again: a slip must not close the dialog.
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
    >
      {made === null ? form(setMade) : children(made)}
    </Dialog>
  );
}
