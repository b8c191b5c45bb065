import { note, printJsonLine } from '../output.ts';
import type { Printer } from './printer.ts';

/** One line of JSON an event: what it carries, and its name as `event`. */
export const jsonPrinter = (): Printer => ({
  event: (name, payload) => printJsonLine({ event: name, ...payload }),
  note,
});
