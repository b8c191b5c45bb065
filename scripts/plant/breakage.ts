/** A small breakage of the sources, and the test that must notice it. */
export type Breakage = {
  /** The loss for a user. */
  what: string;
  /** The path under src/. */
  file: string;
  /** Occurs exactly once in the file. */
  find: string;
  put: string;
  /** The path under test/, without `.test.ts`. */
  test: string;
};
