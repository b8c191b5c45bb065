/** Shown until the part that takes the answer is loaded. */
export const skeleton = <span className="skeleton" aria-hidden />;
