import { useState } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import type { OAuthStart } from '../../core/oauth/schema.ts';
import { useChannels } from '../data/channels.ts';
import { titleOf, usePending } from '../data/reviews.ts';
import { useMe } from '../data/session.ts';
import { useLiveEvents } from '../live/live.tsx';
import { useFavicon } from './favicon.ts';

/** Says aloud, to a screen reader, what comes in and what others answered. */
export function Announcer() {
  const [said, say] = useState('');
  const channels = useChannels().data;
  const me = useMe();
  useFavicon(usePending().data?.length ?? 0);
  const nameOf = ({ channelId }: { channelId: string }) =>
    channels?.find(({ id }) => id === channelId)?.name ?? 'an agent';

  useLiveEvents((name, payload) => {
    if (name === 'message:created') {
      const message = payload as Message;
      if (message.review?.status !== 'pending') return;
      say(`New question from ${nameOf(message)}: ${titleOf(message)}`);
    }
    if (name === 'oauth:start') {
      const flow = payload as OAuthStart;
      say(`${nameOf(flow)} asks for access at ${flow.provider}`);
    }
    if (name !== 'review:responded') return;
    const message = payload as Message;
    const by = message.review?.respondedBy;
    say(`${by?.id === me.id ? 'You' : (by?.name ?? 'Someone')} answered: ${titleOf(message)}`);
  });

  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}
