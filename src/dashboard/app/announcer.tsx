import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Message } from '../../core/messages/schema.ts';
import type { OAuthStart } from '../../core/oauth/schema.ts';
import { useChannels } from '../data/channels.ts';
import { titleOf, usePending } from '../data/reviews.ts';
import { useMe } from '../data/session.ts';
import { useLiveEvents } from '../live/live.tsx';
import { isLocalAnswer } from '../reviews/when.ts';
import { useFavicon } from './favicon.ts';

/** Says aloud, to a screen reader, what comes in and what others answered. */
export function Announcer() {
  const [said, say] = useState('');
  const channels = useChannels().data;
  const me = useMe();
  const pending = usePending().data;
  useFavicon(pending?.length ?? 0);
  const nameOf = ({ channelId }: { channelId: string }) =>
    channels?.find(({ id }) => id === channelId)?.name ?? 'an agent';

  useNewQuestions(pending, (first, ...others) => {
    const count = others.length + 1;
    if (count > 1) say(`${count} new questions`);
    else say(`New question from ${nameOf(first)}: ${titleOf(first)}`);
  });
  useLiveEvents((name, payload) => {
    if (name === 'oauth:start') {
      const flow = payload as OAuthStart;
      say(`${nameOf(flow)} asks for access at ${flow.provider}`);
    }
    if (name !== 'review:responded') return;
    const message = payload as Message;
    const by = message.review?.respondedBy;
    const isMine = by?.id === me.id && !isLocalAnswer(by);
    say(`${isMine ? 'You' : (by?.name ?? 'Someone')} answered: ${titleOf(message)}`);
  });

  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}

/** Calls with the questions that have come since the page opened, heard live or found later. */
function useNewQuestions(
  pending: Message[] | undefined,
  hear: (...questions: [Message, ...Message[]]) => void,
): void {
  const known = useRef<Set<string>>(undefined);
  const tell = useEffectEvent(hear);
  useEffect(() => {
    if (!pending) return;
    const before = known.current ?? new Set(pending.map(({ id }) => id));
    const [first, ...others] = pending.filter(({ id }) => !before.has(id));
    known.current = before;
    for (const { id } of pending) before.add(id);
    if (first) tell(first, ...others);
  }, [pending]);
}
