import { useEffect, useRef, useState } from 'react';
import { useClient } from '../data/api.ts';
import { useMe } from '../data/session.ts';
import { useConnection, useLiveEvents, useResets } from '../live/live.tsx';
import { createConversation } from './conversation.ts';
import { createOutbox } from './outbox.ts';

/** A channel's conversation and outbox while its page is shown; `m` is the message to open at. */
export function useConversation(channelId: string, m: string | null) {
  const client = useClient();
  const me = useMe();
  const [conversation] = useState(() => createConversation(client, channelId));
  const [outbox] = useState(() =>
    createOutbox(client, { userId: me.id, channelId, onSent: conversation.put }),
  );
  /** Whether the newest message is visible. */
  const isAtNewest = useRef(true);
  const connection = useConnection();
  const resets = useResets();

  useEffect(() => void conversation.open(m), [conversation, m]);
  useEffect(() => {
    if (resets > 0) void conversation.reload();
  }, [conversation, resets]);
  useEffect(() => {
    const isFailed = conversation.store.get().status === 'failed';
    if (connection === 'live' && isFailed) void conversation.reload();
  }, [conversation, connection]);
  useLiveEvents((event) => {
    const { name, payload } = event;
    const isNew = name === 'message:created' && !conversation.holds(payload.id);
    conversation.applyEvent(event);
    if (name !== 'message:created') return;
    outbox.arrived(payload.clientId);
    const isOfOthers = payload.channelId === channelId && payload.senderId !== me.id;
    if (isNew && isOfOthers && !isAtNewest.current) conversation.count(1);
  });
  return { conversation, outbox, isAtNewest };
}
