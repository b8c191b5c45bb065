import { useEffect, useRef, useState } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { useClient } from '../data/api.ts';
import { useMe } from '../data/session.ts';
import { useConnection, useLiveEvents } from '../live/live.tsx';
import { type Conversation, createConversation } from './conversation.ts';
import { createOutbox } from './outbox.ts';

/** A channel's conversation and outbox, as long as its page is shown; `m` is the message to open at. */
export function useConversation(channelId: string, m: string | null) {
  const client = useClient();
  const me = useMe();
  const [conversation] = useState(() => createConversation(client, channelId));
  const [outbox] = useState(() => createOutbox(client, channelId, conversation.put));
  /** Whether the reader sees the newest message. */
  const isAtNewest = useRef(true);

  useEffect(() => void conversation.open(m), [conversation, m]);
  useLiveEvents((name, payload) => {
    conversation.hear(name, payload);
    if (name !== 'message:created' || isAtNewest.current) return;
    const message = payload as Message;
    if (message.channelId === channelId && message.senderId !== me.id) conversation.count(1);
  });
  useRefresh(conversation);
  return { conversation, outbox, isAtNewest };
}

/** Each time that the connection comes back. */
function useRefresh(conversation: Conversation): void {
  const connection = useConnection();
  const isLost = connection === 'lost';
  const wasLost = useRef(false);
  useEffect(() => {
    if (isLost) wasLost.current = true;
    if (connection !== 'live' || !wasLost.current) return;
    wasLost.current = false;
    conversation.refresh().catch(() => {
      wasLost.current = true;
    });
  }, [connection, isLost, conversation]);
}
