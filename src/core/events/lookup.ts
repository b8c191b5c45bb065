/** Looks up an event in the table of events. */
import {
  type EventName,
  type EventPayload,
  events,
  type InboxEvent,
  type KeptName,
  type LiveName,
  type LoggedName,
  type PostedName,
} from '../events.ts';
import type { Audience, CaughtUp, Kept, Live } from './row.ts';

const names = Object.keys(events) as EventName[];

export const isLogged = (event: InboxEvent): event is InboxEvent<LoggedName> =>
  events[event.name].class === 'logged';

export const loggedNames = names.filter(
  (name): name is LoggedName => events[name].class === 'logged',
);
/** The events of sockets. */
export const liveNames = names.filter((name): name is LiveName => 'live' in events[name]);
export const keptNames = names.filter((name): name is KeptName => 'isKept' in events[name]);
/** The events of webhooks. */
export const postedNames = names.filter((name): name is PostedName => 'webhook' in events[name]);

export const audienceOf = <Name extends LiveName>(
  name: Name,
  payload: EventPayload<Name>,
): Audience => liveOf(name).audience(payload);

const live: { [Name in LiveName]: Live<EventPayload<Name>> } = events;

export const liveOf = <Name extends LiveName>(name: Name): Live<EventPayload<Name>> => live[name];

/** Returns the channel of an event; null for none. */
export const channelOf = <Name extends LoggedName>(name: Name, payload: EventPayload<Name>) =>
  keptOf(name).channel(payload);

export const subjectOf = <Name extends LoggedName>(name: Name, payload: EventPayload<Name>) =>
  keptOf(name).subject(payload);

const kept: { [Name in LoggedName]: Kept<EventPayload<Name>> } = events;

export const keptOf = <Name extends LoggedName>(name: Name): Kept<EventPayload<Name>> => kept[name];

/** Takes the name as stored in the database. */
export const caughtUpOf = (name: string): CaughtUp =>
  isLoggedName(name) ? keptOf(name).caughtUp : { from: 'log' };

export const isLoggedName = (name: string): name is LoggedName =>
  loggedNames.some((one) => one === name);
