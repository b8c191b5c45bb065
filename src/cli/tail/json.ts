import type { EventName } from '../../core/events.ts';
import type { Message } from '../../core/messages/schema.ts';
import { note, printJsonLine } from '../output.ts';
import type { Printer } from './printer.ts';

/** One line of JSON an event: what it carries, and its name as `event`. */
export const jsonPrinter = (): Printer => ({
  event(name, payload) {
    printJsonLine({ event: name, ...payload });
    if (isAnswered(name, payload)) printJsonLine({ event: 'review:responded', ...payload });
  },
  note,
});

/** A question from before the tail began arrives with its answer, which is an event of its own. */
const isAnswered = (name: EventName, payload: object) =>
  name === 'message:created' && (payload as Message).review?.status === 'completed';
