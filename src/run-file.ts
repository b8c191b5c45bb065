/** `run.json` in the data directory: where its server answers, and with which secret. */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Run = z.object({ url: z.string(), pid: z.number(), token: z.string() });
export type Run = z.infer<typeof Run>;

const fileIn = (data: string) => join(data, 'run.json');

export function noteRun(data: string, run: Run): void {
  const part = `${fileIn(data)}.part`;
  writeFileSync(part, `${JSON.stringify(run)}\n`, { mode: 0o600 });
  renameSync(part, fileIn(data));
}

export const forgetRun = (data: string) => rmSync(fileIn(data), { force: true });

/** Null where no server has left its note. */
export function findRun(data: string): Run | null {
  try {
    return Run.parse(JSON.parse(readFileSync(fileIn(data), 'utf8')));
  } catch {
    return null;
  }
}
