/** Dialogs, and that nothing behind them hears a key or is pressed. */
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';

const opened = new Set<object>();

/** A dialog over the page. */
export function Dialog(props: ModalProps) {
  useDialog(props.opened);
  return <Modal {...props} />;
}

/** Says whether a dialog that this component shows is open: from the moment on that it opens. */
export function useDialog(isOpen: boolean): void {
  const dialog = useRef({});
  useLayoutEffect(() => {
    if (!isOpen) return;
    const { current } = dialog;
    opened.add(current);
    return () => void opened.delete(current);
  }, [isOpen]);
  // After the dialog has noted where the focus goes back to: what is inert loses it.
  useEffect(() => {
    if (!isOpen) return;
    shut();
    return shut;
  }, [isOpen]);
}

function shut(): void {
  for (const part of document.querySelectorAll('#root, .mantine-Notifications-root')) {
    part.toggleAttribute('inert', opened.size > 0);
  }
}

const SHOWN = '[role="dialog"][aria-modal="true"]';

/** Whether a dialog opens, is open, or still fades out. */
export const isDialogShown = () => opened.size > 0 || document.querySelector(SHOWN) !== null;

export const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest(SHOWN) !== null;
