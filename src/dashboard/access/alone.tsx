import type { ReactNode } from 'react';
import { Logo } from '../look/icons.tsx';

type Props = { title: string; children: ReactNode; wide?: boolean };

/** A page without the shell: one column in the middle. */
export const Alone = ({ title, children, wide = false }: Props) => (
  <main className="alone">
    <title>{`${title} · Inbox`}</title>
    <div className="alone-column" data-wide={wide || undefined}>
      <Logo size={36} />
      <h1>{title}</h1>
      {children}
    </div>
  </main>
);
