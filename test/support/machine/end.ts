/** Things that the tests of a file share are ended with the last of them, whichever file began them. */
import { afterAll } from 'bun:test';

let ends: (() => Promise<void>)[] = [];

/** Calls it once, after the file that runs; in one process without workers, after all files. */
export const atEnd = (end: () => Promise<void>) => void ends.push(end);

afterAll(async () => {
  const due = ends;
  ends = [];
  for (const end of due) await end();
});
