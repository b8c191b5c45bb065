/** The events that a socket follows: those of its handshake, and of channels that it names later. */
import type { Caller } from '../core/access/callers.ts';
import { noteQuietCall } from '../core/channels/alive.ts';
import { getChannel } from '../core/channels/channels.ts';
import type { Inbox } from '../core/inbox.ts';
import { mustBeKept } from '../core/log/page.ts';
import { catchUp } from './catch-up.ts';
import { keeping } from './kept.ts';
import {
  joinChannel,
  joinOwn,
  leaveAll,
  leaveChannel,
  pauseChannel,
  resumeChannel,
} from './rooms.ts';
import { callerKnown, type LiveSocket } from './socket.ts';

/** Starts the events that the handshake asked for: live ones, or first those that were missed. */
export async function start(inbox: Inbox, socket: LiveSocket): Promise<void> {
  const { caller, asked } = socket.data;
  const { channels, after } = asked;
  for (const channelId of channels) noteQuietCall(inbox, caller, channelId);
  if (after === null) return joinAsked(socket);
  const { announced, id } = inbox.eventLog;
  const from = after === 'now' ? announced : after;
  socket.emit('log', { log: id, after: from });
  // People receive the events of all their channels.
  const isAgent = caller.kind === 'agent';
  await keeping(inbox, socket, isAgent ? channels : 'all', () =>
    catchUp(inbox, socket, { after: from, ...(isAgent && { channels }) }, () => {
      socket.data.isCatchingUp = false;
      joinAsked(socket);
      socket.emit('live', { after: inbox.eventLog.announced });
    }),
  );
}

function joinAsked(socket: LiveSocket): void {
  joinOwn(socket);
  for (const channelId of socket.data.asked.channels) joinChannel(socket, channelId);
}

/**
 * After a change of access: the socket receives nothing until `lookUp` has said who has it, and then first what
 * it missed of what it may still see.
 */
export async function renew(
  inbox: Inbox,
  socket: LiveSocket,
  lookUp: () => Promise<Caller | null>,
): Promise<void> {
  // Before anything is looked up: an event of a channel that was taken away may be next.
  const { isLive, channels } = leaveAll(socket);
  const { announced: after } = inbox.eventLog;
  const known = lookUp().then((caller) => {
    // Another change looks again.
    if (socket.data.known !== known) return;
    if (caller) socket.data.caller = caller;
    else socket.disconnect(true);
  });
  socket.data.known = known;
  if (!isLive) return callerKnown(socket);
  const isAgent = socket.data.caller.kind === 'agent';
  socket.data.renewed = keeping(inbox, socket, isAgent ? channels : 'all', () =>
    catchUp(inbox, socket, { after, ...(isAgent && { channels }) }, () => {
      joinOwn(socket);
      for (const channelId of channels) joinChannel(socket, channelId);
    }),
  );
  await socket.data.renewed;
}

type Asked = { channelId: string; after?: number | undefined; log?: string | undefined };

/** Subscribes to a channel, after its events since `after` if given. */
export const subscribe = (inbox: Inbox, socket: LiveSocket, asked: Asked): Promise<void> =>
  inTurn(socket, () => enter(inbox, socket, asked));

export const unsubscribe = (socket: LiveSocket, channelId: string): Promise<void> =>
  inTurn(socket, () => leaveChannel(socket, channelId));

/** Runs the changes of what a socket follows in the order in which it sent them. */
function inTurn(socket: LiveSocket, change: () => Promise<void> | void): Promise<void> {
  const done = socket.data.settled.then(async () => {
    await callerKnown(socket);
    await socket.data.renewed;
    return change();
  });
  socket.data.settled = done.catch(() => {});
  return done;
}

async function enter(inbox: Inbox, socket: LiveSocket, { channelId, after, log }: Asked) {
  const { caller } = socket.data;
  await getChannel(inbox, caller, channelId);
  noteQuietCall(inbox, caller, channelId);
  if (after === undefined) return joinChannel(socket, channelId);
  await mustBeKept(inbox, { after, log });
  pauseChannel(socket, channelId);
  const resume = () => resumeChannel(socket, channelId);
  try {
    await keeping(inbox, socket, [channelId], () =>
      catchUp(inbox, socket, { after, channel: channelId }, () => {
        joinChannel(socket, channelId);
        resume();
      }),
    );
  } finally {
    resume();
  }
}
