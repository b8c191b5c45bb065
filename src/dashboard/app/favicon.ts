import { useEffect } from 'react';
import { showBadge } from '../push/badge.ts';

/** Shows the number of pending questions in the icon of the tab and of the installed app. */
export function useFavicon(count: number): void {
  useEffect(() => void showBadge(count), [count]);
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!link) return;
    link.dataset.plain ??= link.getAttribute('href') ?? '';
    link.href =
      count > 0 ? `data:image/svg+xml,${encodeURIComponent(badged(count))}` : link.dataset.plain;
  }, [count]);
}

const badged = (count: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="1" y="4" width="30" height="24" rx="6" fill="#4263eb"/><path d="M1 16h8l3 5h8l3-5h8" fill="none" stroke="#fff" stroke-width="3"/><circle cx="23" cy="9" r="9" fill="#e03131"/><text x="23" y="13.5" font-family="sans-serif" font-size="13" font-weight="700" text-anchor="middle" fill="#fff">${count > 9 ? '9+' : count}</text></svg>`;
