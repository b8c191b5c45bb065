import { useEffect } from 'react';
import { usePendingCount } from '../data/reviews.ts';

/** The browser's title: the number of pending questions, and the page. Each page renders it once. */
export function PageTitle({ children: name }: { children: string }) {
  const count = usePendingCount();
  useEffect(() => {
    document.title = `${count > 0 ? `(${count}) ` : ''}${name === 'Inbox' ? '' : `${name} · `}Inbox`;
  }, [count, name]);
  return null;
}
