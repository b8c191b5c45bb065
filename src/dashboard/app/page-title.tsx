import { useEffect } from 'react';
import { usePending } from '../data/reviews.ts';

/** The browser's title: how much waits, and where one is. Each page shows it once. */
export function PageTitle({ children: name }: { children: string }) {
  const count = usePending().data?.length ?? 0;
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${name === 'Inbox' ? '' : `${name} · `}Inbox`;
  }, [count, name]);
  return null;
}
