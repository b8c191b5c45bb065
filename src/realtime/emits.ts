/** The events that a client may emit. Each is answered if the client asks for an acknowledgement. */
import { z } from 'zod';
import { mustBeAgent, mustBeHuman } from '../core/access/permissions.ts';
import { getChannel } from '../core/channels/channels.ts';
import { InboxError } from '../core/errors.ts';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { MessageDelta } from '../core/messages/schema.ts';
import { notePresence } from '../core/notify/presence.ts';
import { Presence } from '../core/notify/schema.ts';
import { startOAuth } from '../core/oauth/relay.ts';
import { OAuthStart } from '../core/oauth/schema.ts';
import { createAllowance } from './allowance.ts';
import { callerKnown, type LiveSocket } from './socket.ts';
import { subscribe, unsubscribe } from './subscribe.ts';

export type Ack = { ok: true } | { ok: false; message: string; code?: 'gone' };
type Take = (inbox: Inbox, socket: LiveSocket, payload: unknown) => Promise<void> | void;

/** The id alone, or with the event to continue after. */
const Subscribe = z.union([
  Id.transform((channelId) => ({ channelId })),
  z.object({
    channelId: Id,
    after: z.number().int().min(0).optional(),
    log: z.string().max(100).optional(),
  }),
]);

/** These follow each other, and may take long: what a channel missed is sent first. */
const subscriptions: Record<string, Take> = {
  async 'subscribe:channel'(inbox, socket, payload) {
    await subscribe(inbox, socket, read(Subscribe, payload));
  },
  async 'unsubscribe:channel'(_inbox, socket, payload) {
    await unsubscribe(socket, read(Id, payload));
  },
};

/** All others, in the order in which they came. */
const emits: Record<string, Take> = {
  ping(_inbox, socket) {
    socket.emit('pong');
  },
  async 'message:delta'(inbox, { data: { caller } }, payload) {
    mustBeAgent(caller);
    const delta = read(MessageDelta, payload);
    await getChannel(inbox, caller, delta.channelId);
    inbox.bus.announce({ name: 'message:delta', payload: delta });
  },
  presence(inbox, { id, data: { caller } }, payload) {
    mustBeHuman(caller);
    notePresence(inbox, id, caller, read(Presence, payload));
  },
  async 'oauth:start'(inbox, { data: { caller } }, payload) {
    await startOAuth(inbox, caller, read(OAuthStart, payload));
  },
};

const takers = new Map(Object.entries({ ...subscriptions, ...emits }));

/** Answers whatever the client emits: an unknown or malformed event is refused, and never fatal. */
export function listenTo(inbox: Inbox, socket: LiveSocket): void {
  const allowance = createAllowance(inbox.now);
  let before: Promise<unknown> = Promise.resolve();
  socket.onAny((event: string, ...args: unknown[]) => {
    const last = args.at(-1);
    const ack = typeof last === 'function' ? (last as (answer: Ack) => void) : () => {};
    if (!allowance.take(costOf(args[0]))) {
      ack({ ok: false, message: 'Too many events. Send fewer or smaller ones' });
      if (allowance.isAbused()) socket.disconnect(true);
      return;
    }
    const taking = () => take(inbox, socket, event, args[0]).then(ack);
    if (Object.hasOwn(subscriptions, event)) void taking();
    else before = before.then(taking, taking);
  });
}

/** A delta costs its length for each client that receives it. */
const BYTES_PER_TOKEN = 4096;

function costOf(payload: unknown): number {
  const { delta } = (payload ?? {}) as { delta?: unknown };
  return typeof delta === 'string' ? Math.ceil((delta.length + 1) / BYTES_PER_TOKEN) : 1;
}

async function take(
  inbox: Inbox,
  socket: LiveSocket,
  event: string,
  payload: unknown,
): Promise<Ack> {
  try {
    const known = takers.get(event);
    if (!known) return { ok: false, message: `Unknown event "${event.slice(0, 100)}"` };
    await callerKnown(socket);
    await socket.data.renewed;
    await known(inbox, socket, payload);
    return { ok: true };
  } catch (error) {
    if (error instanceof InboxError) return refusalOf(error);
    inbox.log.error({ err: error, event }, 'event failed');
    return { ok: false, message: 'Internal error' };
  }
}

/** One that the client has to handle has its code and details, as in the handshake. */
function refusalOf({ code, message, details }: InboxError): Ack {
  const { detail } = details;
  return {
    ok: false,
    message: typeof detail === 'string' ? detail : message,
    ...(code === 'gone' && { code, ...details }),
  };
}

function read<T>(schema: z.ZodType<T>, payload: unknown): T {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw new InboxError('invalid', z.prettifyError(parsed.error));
}
