/** How large things in `src` may be. */
export const bounds = {
  /** Lines of a file, style sheets included. */
  file: { median: 55, most: 150, longest: 250 },
  /** Lines of a function, without those of the functions inside it. */
  function: { longest: 60 },
};

/** A migration that was released never changes, however long it is. */
export const isFrozen = (path: string) => path.startsWith('storage/sqlite/migrations/');
