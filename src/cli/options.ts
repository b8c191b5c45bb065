import { readFileSync } from 'node:fs';
import { InvalidArgumentError } from 'commander';
import { durationMs } from '../core/durations.ts';
import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';
import { decodeText } from '../core/text.ts';
import { UsageError } from './errors.ts';
import { fileReason } from './reasons.ts';

/** The options of every command. */
export type GlobalOptions = {
  data?: string;
  url?: string;
  /** False if it must be the local inbox. */
  profile?: string | false;
  json?: boolean;
};

/**
 * Parses `30s`, `10m`, `1h30m`, `1.5h`, `90d`, or a bare number of seconds, into seconds.
 * @param flag the option that it was given to
 */
export function parseDuration(text: string, flag?: string): number {
  const seconds = durationOf(text);
  if (seconds !== undefined && seconds > 0) return seconds;
  const sentence = `“${text}” is not a duration. Use 30s, 10m, 1h30m or 90d.`;
  throw new UsageError(flag === undefined ? sentence : `${flag}: ${sentence}`);
}

/** Parses a duration, or 0. */
export const parseDurationOrZero = (text: string, flag: string): number =>
  /^ *0+ *[smhd]? *$/.test(text) ? 0 : parseDuration(text, flag);

/** Parses how long to wait; 0 checks once. */
export const parseTimeout = (text: string): number => parseDurationOrZero(text, '--timeout');

/** In seconds; undefined for an invalid duration. */
export function durationOf(text: string): number | undefined {
  const ms = durationMs(text);
  return ms === undefined ? undefined : Math.round(ms / 1000);
}

/** Refuses an empty name. */
export function mustHaveName(name: string, example: string): void {
  if (name.trim() === '') throw new UsageError(`The name is empty. Example: ${example}`);
}

/** Parses an integer from `least` to `most`. */
export const countFrom = (least: number, most: number) => (text: string) => {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= least && count <= most) return count;
  throw new InvalidArgumentError(`Use a number from ${least} to ${most}.`);
};

/** Refuses a text that the shell has split into words. */
export function mustBeQuoted(command: string, args: string[]): void {
  if (args.length <= 1) return;
  throw new UsageError(`Put the text in quotes: ${command} ${JSON.stringify(args.join(' '))}`);
}

/** Collects the values of a repeatable option. */
export const collect = (value: string, before: string[] = []) => [...before, value];

/** Reads a file, or standard input for `-`. */
export async function readInput(file: string): Promise<string> {
  if (file === '-') return decodeText(await Bun.stdin.bytes());
  try {
    return decodeText(readFileSync(file));
  } catch (error) {
    throw new UsageError(`${file}: ${fileReason(error as NodeJS.ErrnoException)}`);
  }
}

/** Returns a text given as an argument, or from standard input for `-`, without its last line break. */
export async function readText(text: string): Promise<string> {
  return text === '-' ? (await readInput('-')).replace(/\r?\n$/, '') : text;
}

/** Reads a JSON object from a file, or from standard input for `-`. */
export const readObject = async (file: string): Promise<JsonObject> =>
  objectIn(jsonIn(await readInput(file), file), file);

/** Reads JSON that is given as an argument, as `@FILE`, or on standard input for `-`. */
export async function readJson(given: string, name: string): Promise<unknown> {
  const isItself = given !== '-' && !given.startsWith('@');
  return jsonIn(await readGiven(given), isItself ? name : given.replace(/^@/, ''));
}

/** Returns the JSON object that is given so. */
export const readJsonObject = async (given: string, name: string): Promise<JsonObject> =>
  objectIn(await readJson(given, name), name);

/** Reads a text that is given as an argument, as `@FILE`, or on standard input for `-`. */
export const readGiven = async (given: string): Promise<string> =>
  given === '-' || given.startsWith('@') ? readInput(given.replace(/^@/, '')) : given;

function jsonIn(text: string, name: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw new UsageError(`${name} is not JSON: ${(error as Error).message}`);
  }
}

function objectIn(value: unknown, name: string): JsonObject {
  if (isJsonObject(value)) return value;
  throw new UsageError(`${name} is not a JSON object`);
}
