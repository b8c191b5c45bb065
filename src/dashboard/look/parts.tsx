/** Small components of many pages. */
import { ActionIcon, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Agent } from '../../core/channels/schema.ts';
import { Check, Copy, Tray } from './icons.tsx';

type Status = Agent['status'];
const words = { active: 'active', busy: 'busy', error: 'error', offline: 'offline' } as const;

export const statusWord = (status: Status) => (status ? words[status] : 'never connected');

/** An agent's status: a colour, and a word for those who do not see it. */
export const StatusDot = ({ status }: { status: Status }) => (
  <>
    <span className="dot" data-status={status ?? 'none'} title={statusWord(status)} />
    <span className="unseen">{statusWord(status)}</span>
  </>
);

/** A key as it is printed on the keyboard. */
export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="key" data-single={isOne(children) || undefined}>
    {children}
  </kbd>
);

/** A single letter, character or number. */
const isOne = (children: ReactNode) => /^([\w/?]|\d\d)$/.test(String(children));

type EmptyProps = { title: string; icon?: ReactNode; as?: 'h1' | 'h2'; children?: ReactNode };

/** An empty state: what would be here, and what to do. */
export const Empty = ({
  title,
  icon = <Tray size={32} />,
  as: Heading = 'h2',
  children,
}: EmptyProps) => (
  <div className="empty">
    {icon}
    <Heading>{title}</Heading>
    {children && <p>{children}</p>}
  </div>
);

type CopyableProps = { text: string; what: string; isCode?: boolean };

/** A text to take along, with a button that copies it. Code keeps its lines, and scrolls where they are long. */
export const Copyable = ({ text, what, isCode = false }: CopyableProps) => (
  <div className="copyable" data-code={isCode || undefined}>
    <code {...(isCode ? { role: 'group', 'aria-label': what, tabIndex: 0 } : {})}>{text}</code>
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => {
        const does = copied ? 'Copied' : `Copy ${what}`;
        return (
          <ActionIcon variant="default" size={32} onClick={copy} aria-label={does} title={does}>
            {copied ? <Check size={16} /> : <Copy size={16} />}
          </ActionIcon>
        );
      }}
    </CopyButton>
  </div>
);
