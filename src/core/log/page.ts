import type { EventRow } from '../../storage/event-log.ts';
import type { Caller } from '../access/callers.ts';
import { scopeOfAll } from '../access/permissions.ts';
import { getChannel } from '../channels/channels.ts';
import { InboxError } from '../errors.ts';
import { caughtUpOf } from '../events/lookup.ts';
import type { Inbox } from '../inbox.ts';
import { fromJson, type JsonObject } from '../json.ts';
import { fitted, inParts, PAGE, type Room, sizesOf } from '../messages/parts.ts';
import { findListed } from '../messages/stored.ts';
import { asListed } from '../messages/views.ts';
import { settleExpired } from '../reviews/expiry.ts';
import { readBy } from '../reviews/naming.ts';
import { recordDelivered } from '../reviews/notified.ts';
import type { EventPage, LoggedEvent, ReadEvents } from './schema.ts';
import { endOf } from './state.ts';
import { type EventScope, eventsIn, oldestEvent } from './table.ts';

/** The most rows scanned for one page, however few of them its reader may receive. */
const MOST_ROWS = 10_000;

export type From = Pick<ReadEvents, 'channel' | 'limit' | 'log'> & {
  after: number;
  /** Limits the caller's channels to these. */
  channels?: readonly string[];
  room?: Room;
};

/** Events in order, with their current messages, in parts that are read when they are wanted. */
export type LogPage = Pick<EventPage, 'nextAfter' | 'more'> & {
  parts: AsyncGenerator<LoggedEvent[]>;
  isEmpty: boolean;
};

/** Returns the events after one that the caller may receive. */
export async function readEvents(
  inbox: Inbox,
  caller: Caller,
  { room = PAGE, ...from }: From,
): Promise<LogPage> {
  await settleExpired(inbox);
  if (from.channel !== undefined) await getChannel(inbox, caller, from.channel);
  await mustBeKept(inbox, from);
  const { announced } = inbox.eventLog;
  const until = Math.min(announced, from.after + MOST_ROWS);
  const rows = await eventsIn(inbox.store.read, eventScopeOf(caller, from.channels), {
    ...from,
    until,
  });
  const parts = await fitting(inbox, rows, room);
  const last = parts.at(-1)?.items.at(-1);
  const isWhole = last === rows.at(-1) && rows.length < from.limit;
  const nextAfter = isWhole ? until : (last?.seq ?? until);
  return {
    parts: inParts(parts, (part) => withSubjects(inbox, caller, part)),
    isEmpty: rows.length === 0,
    nextAfter,
    more: nextAfter < announced,
  };
}

/** Throws 410 unless everything after it is still kept, and counted by this log. */
export async function mustBeKept(
  { store, eventLog }: Inbox,
  { after, log }: Pick<From, 'after' | 'log'>,
): Promise<void> {
  // Known before the read: an event that comes during the read is not older than what the caller has.
  const { announced } = eventLog;
  const oldest = (await oldestEvent(store.read)) ?? announced + 1;
  const end = log === undefined ? eventLog.announced : endOf(eventLog, log);
  if (end !== null && after >= oldest - 1 && after <= end) return;
  throw new InboxError('gone', 'These events are no longer available. Read the messages again', {
    oldest,
    log: eventLog.id,
  });
}

function eventScopeOf(caller: Caller, only: readonly string[] | undefined): EventScope {
  if (only === undefined && caller.kind === 'human' && caller.role === 'owner') return 'all';
  const self = caller.kind === 'human' ? caller.userId : caller.keyId;
  return { channels: scopeOfAll(caller, only), self };
}

async function fitting(inbox: Inbox, rows: EventRow[], room: Room) {
  const sizes = await sizesOf(inbox.store.read, rows.flatMap(subjectOf));
  const sizeOf = (row: EventRow) => {
    const message = sizes.get(row.subjectId ?? '')?.listed ?? 0;
    const listed = REST + (row.payload?.length ?? 0) + message;
    return { listed, read: listed };
  };
  return fitted(rows, sizeOf, room);
}

/** The bytes of an event besides its payload and its message. */
const REST = 512;

async function withSubjects(inbox: Inbox, caller: Caller, rows: EventRow[]) {
  const found = await findListed(inbox.store.read, [...new Set(rows.flatMap(subjectOf))]);
  const read = await readBy(inbox, caller, found);
  const messages = new Map(read.map((message) => [message.id, asListed(message)]));
  const data: LoggedEvent[] = [];
  for (const row of rows) {
    const message = messages.get(row.subjectId ?? '');
    data.push(
      isOfMessage(row.event)
        ? ofMessage(row, message ?? null)
        : { ...head(row), payload: await payloadOf(inbox, caller, row) },
    );
    if (message) recordDelivered(inbox, caller, message, 'read');
  }
  return data;
}

/** The message that an event is about. */
const subjectOf = ({ event, subjectId }: EventRow): string[] =>
  isOfMessage(event) && subjectId !== null ? [subjectId] : [];

const isOfMessage = (event: string) => caughtUpOf(event).from === 'message';

const head = ({ seq, at, event, channelId }: EventRow) => ({ seq, at, event, channelId });

function ofMessage(row: EventRow, message: ReturnType<typeof asListed> | null): LoggedEvent {
  const kept = fromJson(row.payload) as { was?: { pending: boolean } } | null;
  return { ...head(row), messageId: row.subjectId ?? '', message, ...kept };
}

/** Returns what was stored, or the current channel. */
async function payloadOf(inbox: Inbox, caller: Caller, row: EventRow): Promise<JsonObject> {
  const caughtUp = caughtUpOf(row.event);
  if (caughtUp.from !== 'channel') return fromJson(row.payload) ?? {};
  const id = row.subjectId ?? '';
  const channel = await getChannel(inbox, caller, id).catch(ifGone);
  return channel ? caughtUp.shape(channel) : caughtUp.gone(id);
}

function ifGone(error: unknown): null {
  if (error instanceof InboxError && error.code === 'not_found') return null;
  throw error;
}
