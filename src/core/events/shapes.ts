/** The shapes in which sockets receive an event. */
import type { z } from 'zod';
import type { Caller } from '../access/callers.ts';
import { type EventPayload, events, type LiveName, type LoggedName } from '../events.ts';
import type { LoggedEvent } from '../log/schema.ts';
import { caughtUpOf, isLoggedName, liveOf } from './lookup.ts';
import type { Live } from './row.ts';

export type Who = 'agents' | 'people';
export type Shape = [name: string, payload: object];
type Shapes = { numbered: Shape; unnumbered: Shape[] };

export const whoIs = ({ kind }: Caller): Who => (kind === 'human' ? 'people' : 'agents');

/** Returns how sockets with and without numbers receive an event; null if they do not. */
export function shapesOf<Name extends LiveName>(
  name: Name,
  payload: EventPayload<Name>,
  who: Who,
): Shapes | null {
  const { live, as = name, adds, unnumbered } = liveOf(name);
  const shape = live[who]?.(payload);
  if (!shape) return null;
  return {
    numbered: [as, { ...shape, ...adds?.(payload) }],
    unnumbered: unnumbered?.each(payload).map((one) => [unnumbered.as, one]) ?? [[as, shape]],
  };
}

/**
 * Returns a logged event as it would have been sent live, with the current message; for a deleted
 * one, its deletion.
 */
export function liveShapeOf(logged: LoggedEvent): Shape {
  const { event, channelId } = logged;
  if (!('messageId' in logged)) return [event, logged.payload];
  const { messageId: id, message, was } = logged;
  const caughtUp = caughtUpOf(event);
  const [name, shape]: Shape =
    message === null || caughtUp.from !== 'message'
      ? ['message:deleted', { id, channelId }]
      : [event, caughtUp.shape(message)];
  return [name, { ...shape, ...(was && { was }) }];
}

/** Returns a logged event as it would have been sent live to a socket without numbers. */
export function unnumberedShapesOf(logged: LoggedEvent): Shape[] {
  const { event } = logged;
  if ('messageId' in logged) return [liveShapeOf({ ...logged, was: undefined })];
  return (isLoggedName(event) && severalOf(event, logged.payload)) || [liveShapeOf(logged)];
}

const rows: { [Name in LoggedName]: RowOf<Name> } = events;
type RowOf<Name extends LoggedName> = Live<EventPayload<Name>> & {
  schema: z.ZodType<EventPayload<Name>>;
};

function severalOf<Name extends LoggedName>(name: Name, payload: object): Shape[] | undefined {
  const { schema, unnumbered }: RowOf<Name> = rows[name];
  return unnumbered?.each(schema.parse(payload)).map((one) => [unnumbered.as, one]);
}
