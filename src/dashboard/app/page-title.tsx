import { useEffect } from 'react';
import { usePendingCount } from '../data/reviews.ts';

/** The browser's title: how much waits, and where one is. Each page shows it once. */
export function PageTitle({ children: name }: { children: string }) {
  const count = usePendingCount();
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${name === 'Inbox' ? '' : `${name} · `}Inbox`;
  }, [count, name]);
  return null;
}
