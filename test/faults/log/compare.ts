/** The notes of a follower, beside the log. */
import type { Ledger } from '../../support/faults/ledger.ts';
import { aboutOf, type Event } from './followers.ts';
import type { Part } from './journal.ts';

/** Returns the first difference, expected and received; null if there is none. */
export function firstDifference(listed: Event[], { from, events }: Part) {
  const last = events.at(-1)?.seq ?? from;
  const due = listed.filter(({ seq }) => seq > from && seq <= last);
  for (let at = 0; at < Math.max(due.length, events.length); at++) {
    const [one, noted] = [due[at], events[at]];
    const isSame =
      one?.seq === noted?.seq &&
      one !== undefined &&
      namesOf(one).includes(noted?.event ?? '') &&
      aboutOf(one) === noted?.about;
    if (!isSame) return { at, due: one && lineOf(one), received: noted, of: due.length };
  }
  return null;
}

/** By socket, every event of a deleted message arrives as its deletion. */
const namesOf = ({ event, message }: Event) =>
  message === null ? [event, 'message:deleted'] : [event];

const lineOf = (one: Event) => ({ seq: one.seq, event: one.event, about: aboutOf(one) });

/** Writes that were acknowledged and are in no event. */
export function unlogged(listed: Event[], { promises }: Ledger): string[] {
  const logged = new Set(listed.map((one) => `${one.event} ${aboutOf(one)}`));
  const due = [...promises.values()].flatMap(({ id, answered, removed }) => [
    `message:created ${id}`,
    ...(answered ? [`review:responded ${id}`] : []),
    ...(removed ? [`message:deleted ${id}`] : []),
  ]);
  return due.filter((one) => !logged.has(one));
}
