import { isContactKind, wayOf } from '../../ways/ways.ts';
import { InboxError, notFound } from '../errors.ts';
import { type Agent, type Caller, type Channels, type Human, isIn, isLocal } from './callers.ts';

export const sees = ({ channels }: Caller, channelId: string) => isIn(channels, channelId);

/** Throws not found for a question or a message of a channel that the caller does not see. */
export function mustSee(caller: Caller, channelId: string, what: string): void {
  if (!sees(caller, channelId)) throw notFound(what);
}

/** Returns the caller's channels, narrowed to one if named. */
export function scopeOf(caller: Caller, channelId?: string | undefined): Channels {
  if (channelId === undefined) return caller.channels;
  return sees(caller, channelId) ? [channelId] : [];
}

/** Returns the caller's channels, narrowed to the named ones, if any. */
export function scopeOfAll(caller: Caller, channelIds?: readonly string[] | undefined): Channels {
  if (channelIds === undefined) return caller.channels;
  return [...new Set(channelIds)].filter((id) => sees(caller, id));
}

export function mustBeHuman(caller: Caller): asserts caller is Human {
  if (caller.kind !== 'human') throw new InboxError('forbidden', 'Only a person may do this');
}

export function mustBeOwner(caller: Caller): asserts caller is Human {
  mustBeHuman(caller);
  if (caller.role !== 'owner') throw new InboxError('forbidden', 'Only an owner may do this');
}

export function mustBeAgent(caller: Caller): asserts caller is Agent {
  if (caller.kind !== 'agent') {
    throw new InboxError('forbidden', 'Only an agent may do this: call with an API key');
  }
}

/** Refuses what needs a login while local answers are off. */
export function mustHaveLoggedIn(caller: Human): void {
  if (!caller.mayDecide) {
    throw notLoggedIn(caller, 'Local answers are off, so this requires a login');
  }
}

/** Refuses what a user did without a login, or in a notification. */
export function mustBeInInbox(caller: Human): void {
  const required = 'This question requires a login';
  if (isLocal(caller)) throw notLoggedIn(caller, required);
  const { via } = caller.origin;
  if (!isContactKind(via) || wayOf(via).answers !== 'session') return;
  throw new InboxError('forbidden', `${required} and an answer in the inbox itself. Open it there`);
}

const notLoggedIn = ({ origin }: Caller, why: string) =>
  new InboxError(
    'forbidden',
    origin.credential === 'local'
      ? `${why}: run \`inbox login URL\`, or use the dashboard`
      : `${why}, and this token was created without one: log in and create a new one`,
  );

/** The caller's access has ended since they were identified. */
export const accessEnded = ({ origin }: Caller) =>
  new InboxError(
    'unauthenticated',
    origin.credential === 'session' ? 'Your session has expired. Log in again' : 'Invalid API key',
  );
