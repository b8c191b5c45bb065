import { type ReactNode, useEffect, useRef } from 'react';
import { Logo } from '../look/icons.tsx';

type Props = { title: string; children: ReactNode; wide?: boolean };

/** A page without the shell: one column in the middle. Focuses the field marked for it. */
export function StandalonePage({ title, children, wide = false }: Props) {
  const column = useRef<HTMLDivElement>(null);
  useEffect(() => {
    document.title = `${title} · Inbox`;
    column.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [title]);
  return (
    <main className="alone">
      <div ref={column} className="alone-column" data-wide={wide || undefined}>
        <Logo size={36} />
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  );
}
