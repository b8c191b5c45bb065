/**
 * Who hears what. Agents hear the channels that they subscribe to, people all of theirs; the two have
 * rooms of their own, since not all that an agent may read is for people.
 */
import { sees } from '../core/access/permissions.ts';
import type { LiveSocket } from './socket.ts';

const ALL_PEOPLE = 'people';
const peopleOf = (channelId: string) => `people:${channelId}`;
const agentsOf = (channelId: string) => `agents:${channelId}`;

const personOf = (userId: string) => `person:${userId}`;

/** Who hears of access: owners, and the person it is about. */
export const ownersAnd = (userId: string | null) =>
  userId === null ? [ALL_PEOPLE] : [ALL_PEOPLE, personOf(userId)];

export const onlyPerson = (userId: string) => [personOf(userId)];

export const audience = {
  agents: (channelId: string) => [agentsOf(channelId)],
  people: (channelId: string) => [ALL_PEOPLE, peopleOf(channelId)],
};

/** A person hears without subscribing. */
export function joinOwn(socket: LiveSocket): void {
  const { caller } = socket.data;
  if (caller.kind !== 'human') return;
  const rooms = caller.channels === 'all' ? [ALL_PEOPLE] : caller.channels.map(peopleOf);
  void socket.join([...rooms, personOf(caller.userId)]);
}

export function joinChannel(socket: LiveSocket, channelId: string): void {
  if (socket.data.caller.kind === 'agent') void socket.join(agentsOf(channelId));
}

export function leaveChannel(socket: LiveSocket, channelId: string): void {
  void socket.leave(agentsOf(channelId));
}

/** After access has changed: leaves the rooms of channels that are no longer seen, joins new ones. */
export function leaveLost(socket: LiveSocket): void {
  const { caller } = socket.data;
  for (const room of socket.rooms) {
    const [kind, channelId] = room.split(':');
    const isLost = channelId !== undefined && !sees(caller, channelId);
    const isOwners = room === ALL_PEOPLE && caller.channels !== 'all';
    if (isOwners || (isLost && (kind === 'people' || kind === 'agents'))) void socket.leave(room);
  }
  joinOwn(socket);
}
