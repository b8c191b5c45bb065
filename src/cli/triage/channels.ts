/** What the view knows of the channels. */
import type { Agent } from '../../core/channels/schema.ts';

export type Channel = Pick<Agent, 'name' | 'status'>;
type Known = { channels: Record<string, Channel> };

/** A channel's name, or its id until that is known. */
export const channelName = ({ channels }: Known, id: string): string => channels[id]?.name ?? id;

/** Takes in what has become known of a channel. */
export const withChannel = <State extends Known>(
  state: State,
  id: string,
  known: Partial<Channel>,
): State => {
  const { name = channelName(state, id), status = state.channels[id]?.status ?? null } = known;
  return { ...state, channels: { ...state.channels, [id]: { name, status } } };
};
