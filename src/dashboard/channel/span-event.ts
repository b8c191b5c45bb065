/** What an event of the inbox changes in the messages that are held. */
import type { EventName, EventPayload } from '../../core/events.ts';
import { withExpiry } from '../data/apply.ts';
import { change, put, retract, type Span } from './span.ts';

type Events = { [Name in EventName]?: (span: Span, payload: EventPayload<Name>) => Span };

export function withEvent<Name extends EventName>(
  span: Span,
  name: Name,
  payload: EventPayload<Name>,
): Span {
  const known: Events = events;
  return known[name]?.(span, payload) ?? span;
}

const events: Events = {
  'message:created': put,
  'message:updated': put,
  'review:responded': put,
  'message:deleted': (span, { id }) => retract(span, id),
  'message:delivery': (span, { messageId, deliveryStatus }) =>
    change(span, messageId, (message) => ({ ...message, deliveryStatus })),
  'review:expired': (span, { messageId }) => change(span, messageId, withExpiry),
};
