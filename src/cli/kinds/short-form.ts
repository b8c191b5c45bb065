/** The short forms by which flags describe parts of a question. */
import { UsageError } from '../errors.ts';

/** Parses the values of a repeated flag, whose names must differ. */
export function eachOf<Part>(
  flag: string,
  texts: string[],
  read: (text: string) => Part,
  nameOf: (part: Part) => string,
): Part[] {
  const parts = texts.map(read);
  const names = parts.map(nameOf);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`${flag}: “${twice}” is used twice`);
  return parts;
}

const COLON = /(?<!\\):/;

/** Splits at colons; `\:` is a literal colon. */
export const partsOf = (text: string) =>
  text.split(COLON).map((part) => part.replaceAll('\\:', ':'));

export function mustBeNamed(flag: '--option' | '--choice' | '--field', name: string): void {
  if (name.trim() !== '') return;
  throw new UsageError(`${flag}: the ${flag === '--field' ? 'name' : 'id'} is empty`);
}

export const isEmpty = (list: unknown) =>
  list === undefined || (Array.isArray(list) && list.length === 0);
