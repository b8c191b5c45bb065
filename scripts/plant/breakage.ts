/** A small breakage of the sources, and the test that must notice it. */
export type Breakage = {
  /** What somebody would lose. */
  what: string;
  /** Under src/. */
  file: string;
  /** Stands there exactly once. */
  find: string;
  put: string;
  /** Under test/, without `.test.ts`. */
  test: string;
};
