import type { ReactNode } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { Check, Cross, Info, Warning } from '../look/icons.tsx';

type Props = { status: Message['status']; children: ReactNode };

const signs = {
  info: [Info, 'Note'],
  success: [Check, 'Success'],
  warning: [Warning, 'Warning'],
  error: [Cross, 'Error'],
} as const;

/** A status without a text: its icon, in its colour. */
export function StatusSign({ status }: { status: NonNullable<Message['status']> }) {
  const [Icon, word] = signs[status];
  return (
    <span className="status-sign" data-status={status} title={word}>
      <Icon size={14} />
      <span className="unseen">{word}</span>
    </span>
  );
}

/** A text with its status: a bar in its colour, and a word for those who do not see that. */
export function StatusText({ status, children }: Props) {
  if (status === null) return <div className="status-text">{children}</div>;
  const [Icon, word] = signs[status];
  return (
    <div className="status-text" data-status={status}>
      <p className="status-word">
        <Icon size={13} /> {word}
      </p>
      {children}
    </div>
  );
}
