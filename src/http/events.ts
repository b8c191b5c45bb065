import { Elysia } from 'elysia';
import { invalidField } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';
import { holdEvents } from '../core/log/held.ts';
import { EventPage, ReadEvents } from '../core/log/schema.ts';
import { documentOnly } from './document-only.ts';
import { failures, GoneBody } from './errors.ts';
import { EVENT_STREAM, eventStream, streamHeaders } from './event-stream.ts';
import { withCaller } from './gates/caller.ts';
import type { Large } from './large.ts';
import { eventAnswers, eventParameters } from './openapi/events.ts';

/** The log of events: in pages, by long polling or as a stream. */
export const eventRoutes = (inbox: Inbox, large: Large) =>
  new Elysia({ prefix: '/events', detail: { tags: ['Events'] } })
    .use(withCaller)
    .onBeforeHandle(async ({ caller, query, request }) => {
      const { headers, signal } = request;
      if (!headers.get('accept')?.includes(EVENT_STREAM)) return;
      const { channel, log, after } = ReadEvents.parse(query);
      const start = { channel, log, after: lastIdOf(headers) ?? after };
      return large.events(request, await eventStream(inbox, caller, start, signal), streamHeaders);
    })
    .get(
      '/',
      async ({ caller, query, request }) => {
        const { after, wait: waitMs, ...from } = query;
        if (after === undefined) {
          throw invalidField(
            ['after'],
            'after is required: the seq of an event, or Inbox-Seq of a response',
          );
        }
        const { signal } = request;
        const held = holdEvents(inbox, caller, { ...from, after }, { waitMs, signal });
        const { parts, nextAfter, more } = await inbox.eventLog.held.during(held);
        return large.page(request, parts, { nextAfter, more });
      },
      {
        query: ReadEvents,
        detail: {
          operationId: 'listEvents',
          summary: 'List events after a seq, oldest first',
          description:
            'Returns each event that the caller may see exactly once. With `Accept: text/event-stream`, streams events as they happen, starting after `Last-Event-ID` or `after`; without either, with the next event.',
          parameters: eventParameters,
          responses: eventAnswers,
        },
        response: { 200: documentOnly(EventPage), 410: GoneBody, ...failures },
      },
    );

/** Sent by a browser that reconnects; it has precedence over the query. */
function lastIdOf(headers: Headers): number | undefined {
  const id = headers.get('last-event-id');
  if (id === null || id === '') return undefined;
  if (/^\d{1,15}$/.test(id)) return Number(id);
  throw invalidField(['Last-Event-ID'], 'Last-Event-ID must be the id of an event');
}
