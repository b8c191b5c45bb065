/** Stands in the place of what takes the answer until its file is read. */
export const skeleton = <span className="skeleton" aria-hidden />;
