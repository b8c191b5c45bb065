import { note, printJsonLine } from '../output.ts';
import type { Printer } from './printer.ts';

/** One line of JSON per event: its number, its name and its payload; a message's own seq is `messageSeq`. */
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
