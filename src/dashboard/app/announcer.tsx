import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { shownName } from '../../core/access/people.ts';
import { titleOf } from '../../core/messages/title.ts';
import { useChannels } from '../data/channels.ts';
import { usePendingCount } from '../data/reviews.ts';
import { useMe } from '../data/session.ts';
import { useConnection, useLiveEvents } from '../live/live.tsx';
import { useNewQuestions } from '../live/new-questions.ts';
import { useAllUnsent } from '../outbox/context.ts';
import { subjectOf } from '../outbox/outcome.ts';
import { canBeTakenBack } from '../outbox/unsent.ts';
import { isLocalAnswer } from '../reviews/when.ts';
import { useFavicon } from './favicon.ts';

/** Announces to screen readers new questions and other people's answers. */
export function Announcer() {
  const [said, say] = useState('');
  const channels = useChannels().data;
  const me = useMe();
  const connection = useConnection();
  useFavicon(usePendingCount());
  const nameOf = ({ channelId }: { channelId: string }) =>
    channels?.find(({ id }) => id === channelId)?.name ?? 'an agent';

  useNewQuestions((first, ...others) => {
    const count = others.length + 1;
    if (count > 1) say(`${count} new questions`);
    else say(`New question from ${nameOf(first)}: ${titleOf(first)}`);
  });
  const isFromHere = useChosen((chosen, title, canUndo) =>
    say(`${chosen}: ${title}${canUndo ? ' Press z to undo.' : ''}`),
  );
  useLiveEvents(({ name, payload }) => {
    if (name === 'oauth:start') {
      say(`${nameOf(payload)} is asking for access to ${payload.provider}`);
    }
    // During catch-up an older answer must not drown out a new question.
    if (name !== 'review:responded' || connection !== 'live') return;
    const by = payload.review?.respondedBy;
    if (payload.review?.automatic) return say(`Answered automatically: ${titleOf(payload)}`);
    const isMine = by?.id === me.id && !isLocalAnswer(by);
    // It was announced when it was chosen.
    if (isMine && isFromHere(payload.id)) return;
    say(`${isMine ? 'You' : by ? shownName(by) : 'Someone'} answered: ${titleOf(payload)}`);
  });

  return (
    <div className="unseen" role="status" aria-live="polite">
      {said}
    </div>
  );
}

/** Calls `onChosen` with each answer chosen on this page; returns whether one was. */
function useChosen(onChosen: (chosen: string, title: string, canUndo: boolean) => void) {
  const unsent = useAllUnsent();
  const known = useRef(new Map(unsent.map(({ id, chosenAt }) => [id, chosenAt])));
  const find = useEffectEvent(() => {
    for (const one of unsent) {
      if (known.current.get(one.id) === one.chosenAt) continue;
      known.current.set(one.id, one.chosenAt);
      onChosen(one.chosen, subjectOf(one), canBeTakenBack(one));
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every change of them
  useEffect(() => find(), [unsent]);
  return (id: string) => known.current.has(id);
}
