import type { Printer } from '../commands/tail.ts';
import { printJsonLine } from '../output.ts';

/** One line of JSON an event: what it carries, and its name as `event`. */
export const jsonPrinter = (): Printer => (name, payload) =>
  printJsonLine({ event: name, ...payload });
