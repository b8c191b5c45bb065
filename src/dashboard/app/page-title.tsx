import { useEffect } from 'react';
import { visible } from '../../core/letters.ts';
import { usePendingCount } from '../data/reviews.ts';

/** The browser's title: the number of pending questions, and the page. Each page renders it once. */
export function PageTitle({ children: name }: { children: string }) {
  const count = usePendingCount();
  useEffect(() => {
    const page = name === 'Inbox' ? '' : `${visible(name)} · `;
    document.title = `${count > 0 ? `(${count}) ` : ''}${page}Inbox`;
  }, [count, name]);
  return null;
}
