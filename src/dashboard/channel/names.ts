import { useMemo } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { useChannel } from '../data/channels.ts';
import { useMe } from '../data/session.ts';

export type NameOf = (message: Pick<Message, 'senderType' | 'senderId' | 'senderName'>) => string;

/** Who sent a message. */
export function useNames(channelId: string): NameOf {
  const { id, name } = useMe();
  const channel = useChannel(channelId)?.name ?? 'Agent';
  // The same names are the same function: every row that is drawn depends on it.
  return useMemo(
    () =>
      ({ senderType, senderId, senderName }) => {
        if (senderType === 'agent') return channel;
        return senderId === id ? name : (senderName ?? 'Former user');
      },
    [id, name, channel],
  );
}
