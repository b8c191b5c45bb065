/** The short forms in which flags write the parts of a question. */
import { UsageError } from '../errors.ts';

/** The values of a flag that was repeated; no two have the same name. */
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

/** What colons part; `\:` is a colon of a label. */
export const partsOf = (text: string) =>
  text.split(COLON).map((part) => part.replaceAll('\\:', ':'));

export function mustBeNamed(flag: '--option' | '--field', name: string): void {
  if (name.trim() !== '') return;
  throw new UsageError(`${flag}: the ${flag === '--option' ? 'id' : 'name'} is empty`);
}

export const isEmpty = (list: unknown) =>
  list === undefined || (Array.isArray(list) && list.length === 0);
