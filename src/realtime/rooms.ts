/**
 * Which socket receives which events. Agents receive those of the channels they subscribe to,
 * people those of all channels they see; the two have separate rooms, since people do not receive
 * everything that an agent may read. Sockets that asked for the numbers of events have a second set
 * of rooms, with a `#` in their names.
 */
import { sees } from '../core/access/permissions.ts';
import type { Audience } from '../core/events/row.ts';
import { isNumbered, type LiveSocket } from './socket.ts';

const ALL_PEOPLE = 'people';
const peopleOf = (channelId: string) => `people:${channelId}`;
const agentsOf = (channelId: string) => `agents:${channelId}`;
const personOf = (userId: string) => `person:${userId}`;
const keyOf = (keyId: string) => `key:${keyId}`;
const EVENT_ROOMS = new Set([ALL_PEOPLE, 'agents', 'person', 'key']);
const catchingUpOn = (channelId: string) => `catching-up:${channelId}`;

/** Returns the rooms of each kind for an audience. */
export function roomsOf(audience: Audience): { agents: string[]; people: string[] } {
  if ('channelId' in audience) {
    const { channelId } = audience;
    return { agents: [agentsOf(channelId)], people: [ALL_PEOPLE, peopleOf(channelId)] };
  }
  if ('userId' in audience) return { agents: [], people: [personOf(audience.userId)] };
  const { whose } = audience;
  if ('keyId' in whose) return { agents: [keyOf(whose.keyId)], people: [ALL_PEOPLE] };
  return { agents: [], people: [ALL_PEOPLE, personOf(whose.userId)] };
}

/** The room of sockets that catch up on the channel of an audience: its live events come later. */
export const exceptOf = (audience: Audience): string[] =>
  'channelId' in audience ? [catchingUpOn(audience.channelId)] : [];

export const numbered = (rooms: string[]) => rooms.map((room) => `#${room}`);

const named = ({ data }: LiveSocket, rooms: string[]) =>
  isNumbered(data) ? numbered(rooms) : rooms;

/** Users receive events without subscribing; a key that follows the log, those of its own access. */
export function joinOwn(socket: LiveSocket): void {
  void socket.join(named(socket, ownRooms(socket.data)));
}

function ownRooms(data: LiveSocket['data']): string[] {
  const { caller } = data;
  if (caller.kind === 'agent') return isNumbered(data) && caller.keyId ? [keyOf(caller.keyId)] : [];
  const rooms = caller.channels === 'all' ? [ALL_PEOPLE] : caller.channels.map(peopleOf);
  return [...rooms, personOf(caller.userId)];
}

export function joinChannel(socket: LiveSocket, channelId: string): void {
  const { caller } = socket.data;
  // Its access may have changed while it caught up.
  if (caller.kind !== 'agent' || !sees(caller, channelId)) return;
  void socket.join(named(socket, [agentsOf(channelId)]));
}

export function leaveChannel(socket: LiveSocket, channelId: string): void {
  for (const room of named(socket, [agentsOf(channelId)])) void socket.leave(room);
}

/** Until it is resumed, the socket receives no live events of the channel. */
export function pauseChannel(socket: LiveSocket, channelId: string): void {
  void socket.join(catchingUpOn(channelId));
}

export function resumeChannel(socket: LiveSocket, channelId: string): void {
  void socket.leave(catchingUpOn(channelId));
}

/**
 * Leaves all rooms of events, until it is known what the socket may see, but for a person's own: its events say only
 * that something of theirs has changed, and are not in the log, so that one that was missed would be lost. Returns
 * whether it was in any, and the channels that it followed, but for those that a subscription is about to join.
 */
export function leaveAll(socket: LiveSocket): { isLive: boolean; channels: string[] } {
  const channels: string[] = [];
  let isLive = false;
  for (const room of socket.rooms) {
    const [kind, id] = room.replace(/^#/, '').split(':');
    if (kind === undefined || !EVENT_ROOMS.has(kind)) continue;
    isLive = true;
    if (kind === 'person') continue;
    void socket.leave(room);
    const isFollowed = kind === 'agents' && id !== undefined;
    if (isFollowed && !socket.rooms.has(catchingUpOn(id))) channels.push(id);
  }
  return { isLive, channels };
}
