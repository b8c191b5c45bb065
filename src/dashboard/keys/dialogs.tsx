/** Dialogs, which make the page behind them inert. */
import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef } from 'react';

const opened = new Set<object>();

/** A dialog over the page. */
export function Dialog(props: ModalProps) {
  useDialog(props.opened);
  return <Modal {...props} />;
}

/** Marks the page as having a dialog as soon as it opens. */
export function useDialog(isOpen: boolean): void {
  const dialog = useRef({});
  useLayoutEffect(() => {
    if (!isOpen) return;
    const { current } = dialog;
    opened.add(current);
    return () => void opened.delete(current);
  }, [isOpen]);
  // After the dialog has saved the focus: inert elements lose it.
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

/** Returns whether a dialog is opening, open or closing. */
export const isDialogShown = () => opened.size > 0 || document.querySelector(SHOWN) !== null;

export const isInDialog = (target: EventTarget | null) =>
  target instanceof Element && target.closest(SHOWN) !== null;
