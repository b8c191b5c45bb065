import type { ReactNode } from 'react';

/** Scrolls wide content inside of it, by keyboard too. */
export const Scroller = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/useSemanticElements: a set of fields it is not
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be scrolled by keys too
  <div className="scroller" role="group" aria-label={name} tabIndex={0}>
    {children}
  </div>
);
