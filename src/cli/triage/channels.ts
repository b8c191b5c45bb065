/** The channels as the view knows them. */
import { shownNames } from '../../core/channels/names.ts';
import type { Agent } from '../../core/channels/schema.ts';

/** By the name that is stored. */
export type Channel = Pick<Agent, 'name' | 'status'>;
type Known = { channels: Record<string, Channel> };

/** Returns a channel's name as it is shown beside the others, or its id until the name is known. */
export const channelName = ({ channels }: Known, id: string): string =>
  namesIn(channels).get(id) ?? id;

/** A screen has many rows, all of which have their names from one comparison. */
const namesOf = new WeakMap<Known['channels'], Map<string, string>>();
function namesIn(channels: Known['channels']): Map<string, string> {
  const names =
    namesOf.get(channels) ??
    shownNames(Object.entries(channels).map(([id, { name }]) => ({ id, name })));
  namesOf.set(channels, names);
  return names;
}

/** Adds or updates a channel. */
export const withChannel = <State extends Known>(
  state: State,
  id: string,
  known: Partial<Channel>,
): State => {
  const { name = state.channels[id]?.name ?? id, status = state.channels[id]?.status ?? null } =
    known;
  return { ...state, channels: { ...state.channels, [id]: { name, status } } };
};
