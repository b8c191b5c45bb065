import { note, printJsonLine } from '../output.ts';
import type { Printer } from './printer.ts';

/**
 * Prints one line of JSON per event: its number, name and payload; a message's own seq is
 * `messageSeq`.
 */
export const jsonPrinter = (): Printer => ({
  event({ name, payload, seq }) {
    const { seq: messageSeq, ...rest } = { seq: undefined, ...payload };
    printJsonLine({
      ...(seq === null ? {} : { seq }),
      event: name,
      ...rest,
      ...(messageSeq === undefined ? {} : { messageSeq }),
    });
  },
  note,
});
