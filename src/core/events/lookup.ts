/** Looks up an event in the table of events. */
import {
  type EventName,
  type EventPayload,
  events,
  type InboxEvent,
  type LiveName,
  type LoggedName,
  type PostedName,
} from '../events.ts';
import type { LoggedEvent } from '../log/schema.ts';
import type { Audience, CaughtUp, Kept, Live } from './row.ts';

const names = Object.keys(events) as EventName[];

export const isLogged = (event: InboxEvent): event is InboxEvent<LoggedName> =>
  events[event.name].class === 'logged';

export const loggedNames = names.filter(
  (name): name is LoggedName => events[name].class === 'logged',
);
/** The events of sockets. */
export const liveNames = names.filter((name): name is LiveName => 'live' in events[name]);
/** The events of webhooks. */
export const postedNames = names.filter((name): name is PostedName => 'webhook' in events[name]);

export const audienceOf = <Name extends LiveName>(
  name: Name,
  payload: EventPayload<Name>,
): Audience => liveOf(name).audience(payload as never);

export const liveOf = (name: LiveName): Live<never> => events[name];

/** Returns the channel of an event; null for none. */
export const channelOf = <Name extends LoggedName>(name: Name, payload: EventPayload<Name>) =>
  keptOf(name).channel(payload as never);

export const subjectOf = <Name extends LoggedName>(name: Name, payload: EventPayload<Name>) =>
  keptOf(name).subject(payload as never);

export const keptOf = (name: LoggedName): Kept<never> => events[name];

/** Takes the name as stored in the database. */
export function caughtUpOf(name: string): CaughtUp {
  return loggedNames.includes(name as LoggedName)
    ? keptOf(name as LoggedName).caughtUp
    : { from: 'log' };
}

/**
 * Returns a logged event as it would have been sent live, with the current message; for a deleted
 * one, its deletion.
 */
export function liveShapeOf(logged: LoggedEvent): [name: string, payload: unknown] {
  const { event, channelId } = logged;
  if (!('messageId' in logged)) return [event, logged.payload];
  const { messageId: id, message, was } = logged;
  if (message === null) return ['message:deleted', { id, channelId, ...(was && { was }) }];
  const caughtUp = caughtUpOf(event);
  return [event, caughtUp.from === 'message' ? caughtUp.shape(message, was) : message];
}
