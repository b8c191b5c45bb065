/**
 * `run.json` in the data directory: its server's address and secret, and the URL where people open
 * it.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { decodeText } from './core/text.ts';
import { replaceFile } from './replace-file.ts';

const Run = z.object({
  url: z.string(),
  pid: z.number(),
  token: z.string(),
  publicUrl: z.string().nullable().default(null),
});
export type Run = z.infer<typeof Run>;

const fileIn = (data: string) => join(data, 'run.json');

export const noteRun = (data: string, run: Run) =>
  replaceFile(fileIn(data), `${JSON.stringify(run)}\n`, 0o600);

export const forgetRun = (data: string) => rmSync(fileIn(data), { force: true });

/** Returns null if no server has left the file. */
export function findRun(data: string): Run | null {
  try {
    return Run.parse(JSON.parse(decodeText(readFileSync(fileIn(data)))));
  } catch {
    return null;
  }
}
