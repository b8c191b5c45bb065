import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import { useClient } from '../data/api.ts';
import { useMe } from '../data/session.ts';
import { useConnection, useLiveEvents } from '../live/live.tsx';
import { createConversation } from './conversation.ts';
import { createOutbox } from './outbox.ts';

/** A channel's conversation and outbox, as long as its page is shown; `m` is the message to open at. */
export function useConversation(channelId: string, m: string | null) {
  const client = useClient();
  const me = useMe();
  const [conversation] = useState(() => createConversation(client, channelId));
  const [outbox] = useState(() =>
    createOutbox(client, { userId: me.id, channelId, onSent: conversation.put }),
  );
  /** Whether the reader sees the newest message. */
  const isAtNewest = useRef(true);

  useEffect(() => void conversation.open(m), [conversation, m]);
  const count = (message: Message) => {
    if (isAtNewest.current || message.channelId !== channelId || message.senderId === me.id) return;
    conversation.count(1);
  };
  useLiveEvents((name, payload) => {
    const isNew = name === 'message:created' && !conversation.holds((payload as Message).id);
    conversation.hear(name, payload);
    if (name === 'message:created') outbox.arrived((payload as Message).clientId);
    if (isNew) count(payload as Message);
  });
  useCatchUp(async () => {
    for (const message of await conversation.refresh()) count(message);
  });
  return { conversation, outbox, isAtNewest };
}

const AGAIN_MS = 3000;

/** Each time that there is a connection, after a time without one; again until it has worked. */
function useCatchUp(catchUp: () => Promise<void>): void {
  const connection = useConnection();
  const isBehind = useRef(false);
  const onLive = useEffectEvent(catchUp);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLive = connection === 'live';
    if (!isLive) isBehind.current = true;
    const attempt = () =>
      onLive().then(
        () => {
          if (isLive) isBehind.current = false;
        },
        () => {
          if (isLive) timer = setTimeout(attempt, AGAIN_MS);
        },
      );
    if (isLive && isBehind.current) void attempt();
    return () => {
      isLive = false;
      clearTimeout(timer);
    };
  }, [connection]);
}
