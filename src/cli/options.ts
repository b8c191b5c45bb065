import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { UsageError } from './errors.ts';

/** The options that every command takes. */
export type GlobalOptions = {
  data?: string;
  url?: string;
  /** False where it has to be the inbox of this machine. */
  profile?: string | false;
  json?: boolean;
};

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** `30s`, `10m`, `2h`, `90d`, or a bare number of seconds, in seconds. */
export function parseDuration(text: string): number {
  const [, amount, unit = 's'] = /^(\d+)([smhd]?)$/.exec(text.trim()) ?? [];
  const seconds = Number(amount) * (unitSeconds[unit || 's'] ?? Number.NaN);
  if (!(seconds > 0)) throw new UsageError(`"${text}" is no duration: write 30s, 10m, 2h or 90d`);
  return seconds;
}

/** A whole number from `least` to `most`. */
export const countFrom = (least: number, most: number) => (text: string) => {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= least && count <= most) return count;
  throw new InvalidArgumentError(`Give a number from ${least} to ${most}.`);
};

/** Refuses a text that the shell has broken into words. */
export function mustBeQuoted(command: string, args: string[]): void {
  if (args.length <= 1) return;
  throw new UsageError(`Put the text in quotes: ${command} ${JSON.stringify(args.join(' '))}`);
}

/** Adds one value more to an option that may be given again and again. */
export const collect = (value: string, before: string[] = []) => [...before, value];

/** The text of a file, or of standard input for `-`. */
export async function readInput(file: string): Promise<string> {
  if (file === '-') return Bun.stdin.text();
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

/** A text given as an argument, or on standard input for `-`, without its last line break. */
export async function readText(text: string): Promise<string> {
  return text === '-' ? (await readInput('-')).replace(/\r?\n$/, '') : text;
}

/** A JSON object from a file, or from standard input for `-`. */
export async function readObject(file: string): Promise<Record<string, unknown>> {
  const text = await readInput(file);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch (error) {
    throw new UsageError(`${file} is not JSON: ${(error as Error).message}`);
  }
  throw new UsageError(`${file} does not hold a JSON object`);
}
