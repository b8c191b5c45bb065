/**
 * Answers that count down here, so that `inbox undo` in another terminal can take one back. Each is
 * a file that only one process can remove: the countdown, which then sends it, or the undo.
 */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Leaving } from '../client/undo.ts';
import { configDirectory } from '../config.ts';
import { isRunning } from '../replace-file.ts';
import type { Signal } from './ending.ts';
import { hasPart } from './ids.ts';

const Held = z.object({
  /** The question's. */
  id: z.string(),
  title: z.string(),
  /** URL or data directory of its inbox. */
  place: z.string(),
  pid: z.number(),
  at: z.number(),
});
type Held = z.infer<typeof Held>;
export type HeldAnswer = ReturnType<typeof holdAnswer>;

const folder = () => join(configDirectory(), 'held');

/** Notes an answer that this process holds. */
export function holdAnswer(answer: Pick<Held, 'id' | 'title' | 'place'>) {
  const { pid } = process;
  const file = join(folder(), `${answer.id}.${pid}.json`);
  const isNoted = written(file, { ...answer, pid, at: Date.now() });
  return {
    isTaken: () => isNoted && !existsSync(file),
    /** Ends the countdown; false if an undo was first. */
    release: () => !isNoted || removed(file),
  };
}

/** A terminal that closes is left like any view; other signals interrupt. */
export const leavingBy = (signal: Signal): Leaving =>
  signal === 'SIGHUP' ? 'closed' : 'interrupted';

/** Takes back the newest held answer of an inbox, or that to the question; null if none is held. */
export function takeHeld(place: string, typed?: string): Held | null {
  const held = readdirHeld()
    .filter((one) => one.place === place && (!typed || one.id === typed || hasPart(one.id, typed)))
    .toSorted((one, other) => other.at - one.at);
  return held.find(({ id, pid }) => removed(join(folder(), `${id}.${pid}.json`))) ?? null;
}

function readdirHeld(): Held[] {
  if (!existsSync(folder())) return [];
  return readdirSync(folder()).flatMap((name) => {
    const path = join(folder(), name);
    const held = readHeld(path);
    if (held && isRunning(held.pid)) return [held];
    removed(path);
    return [];
  });
}

function readHeld(path: string): Held | undefined {
  try {
    return Held.safeParse(JSON.parse(readFileSync(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Without a place to note it, the answer can be undone only where it counts down. */
function written(file: string, held: Held): boolean {
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writeFileSync(file, JSON.stringify(held), { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

function removed(file: string): boolean {
  try {
    unlinkSync(file);
    return true;
  } catch {
    return false;
  }
}
