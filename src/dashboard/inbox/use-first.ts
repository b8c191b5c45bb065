import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';

/** Opens the first match, as soon as it is known. */
export function useOpenFirst(isFound: boolean, open: () => void): () => void {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || !isFound) return;
    setIsWanted(false);
    open();
  });
  return () => setIsWanted(true);
}

/**
 * Opens the first question of a list beside which none is open. The open one stays open, whatever
 * comes or goes: nobody answers one they have not read.
 */
export function useFirstOpen(first: string | undefined, query: string): void {
  const [, go] = useLocation();
  useEffect(() => {
    if (first !== undefined) go(`/m/${first}${query}`, { replace: true });
  }, [first, query, go]);
}
