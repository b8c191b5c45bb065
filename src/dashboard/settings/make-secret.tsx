import { type ReactNode, useEffect, useState } from 'react';
import { Dialog } from '../keys/dialogs.tsx';

type Props<Made> = {
  opened: boolean;
  onClose: () => void;
  /** Of the dialog, before the secret is made and after. */
  title: (made: Made | null) => string;
  form: (onMade: (made: Made) => void) => ReactNode;
  /** Shows what was made. */
  children: (made: Made) => ReactNode;
};

/** A dialog that asks for what a secret needs, and then shows it, this once. */
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
      // It is not shown again: a slip must not close it.
      closeOnClickOutside={made === null}
      closeOnEscape={made === null}
    >
      {made === null ? form(setMade) : children(made)}
    </Dialog>
  );
}
