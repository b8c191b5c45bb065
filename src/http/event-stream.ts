/** Server-sent events: https://html.spec.whatwg.org/multipage/server-sent-events.html */
import type { Caller } from '../core/access/callers.ts';
import type { Inbox } from '../core/inbox.ts';
import { followAccess, holdEvents } from '../core/log/held.ts';
import { type From, readEvents } from '../core/log/page.ts';
import type { LoggedEvent } from '../core/log/schema.ts';
import { FOLLOWED } from '../core/messages/parts.ts';
import { ownTurn } from '../core/own-turn.ts';
import { LARGEST_PAGE } from '../core/pages.ts';

export const EVENT_STREAM = 'text/event-stream';

/** A comment is sent this often, so that no proxy considers the connection dead. */
const COMMENT_MS = 15_000;

type Start = Pick<From, 'channel' | 'log'> & { after?: number | undefined };

/**
 * Streams the events after `after`, or new ones only, until the client disconnects, its access
 * changes or the inbox closes. A client that does not read is sent at most a page.
 */
export async function eventStream(
  inbox: Inbox,
  caller: Caller,
  { after = inbox.eventLog.announced, channel, log }: Start,
  signal: AbortSignal,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>>> {
  // Refuses a bad request before the answer begins.
  const from = { channel, log, after, limit: LARGEST_PAGE, room: FOLLOWED };
  await readEvents(inbox, caller, { ...from, limit: 1 });
  return framesOf(inbox, caller, from, signal);
}

export const streamHeaders = {
  'content-type': EVENT_STREAM,
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
};

const encoder = new TextEncoder();

async function* framesOf(inbox: Inbox, caller: Caller, from: From, signal: AbortSignal) {
  const access = followAccess(inbox, caller);
  const ended = AbortSignal.any([signal, access.signal]);
  inbox.eventLog.held.add();
  try {
    yield encoder.encode(`: log=${inbox.eventLog.id}\n\n`);
    let { after } = from;
    while (!ended.aborted && !inbox.eventLog.isClosed) {
      const waiting = { waitMs: COMMENT_MS, signal: ended };
      const page = await holdEvents(inbox, caller, { ...from, after }, waiting);
      if (page.isEmpty) yield encoder.encode(':\n\n');
      for await (const part of page.parts) yield encoder.encode(part.map(frameOf).join(''));
      after = page.nextAfter;
      if (page.more) await ownTurn();
    }
  } finally {
    inbox.eventLog.held.remove();
    access.end();
  }
}

/** JSON contains no line breaks. */
const frameOf = (event: LoggedEvent) =>
  `id: ${event.seq}\nevent: ${event.event}\ndata: ${JSON.stringify(event)}\n\n`;
