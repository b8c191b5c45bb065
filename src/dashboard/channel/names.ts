import { useMemo } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { useChannel } from '../data/channels.ts';
import { useMe } from '../data/session.ts';

export type NameOf = (message: Pick<Message, 'senderType' | 'senderId' | 'senderName'>) => string;

/** Returns the name of a message's sender. */
export function useNames(channelId: string): NameOf {
  const { id, name } = useMe();
  const channel = useChannel(channelId)?.name ?? 'Agent';
  // Keeps the same function for the same names: every rendered row depends on it.
  return useMemo(
    () =>
      ({ senderType, senderId, senderName }) => {
        if (senderType === 'agent') return channel;
        return senderId === id ? name : (senderName ?? 'Former user');
      },
    [id, name, channel],
  );
}
