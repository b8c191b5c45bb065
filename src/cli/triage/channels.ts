/** What the view knows about the channels. */
import type { Agent } from '../../core/channels/schema.ts';

export type Channel = Pick<Agent, 'name' | 'status'>;
type Known = { channels: Record<string, Channel> };

/** Returns a channel's name, or its id until the name is known. */
export const channelName = ({ channels }: Known, id: string): string => channels[id]?.name ?? id;

/** Adds or updates a channel. */
export const withChannel = <State extends Known>(
  state: State,
  id: string,
  known: Partial<Channel>,
): State => {
  const { name = channelName(state, id), status = state.channels[id]?.status ?? null } = known;
  return { ...state, channels: { ...state.channels, [id]: { name, status } } };
};
