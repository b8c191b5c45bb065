/** What waits for an answer: the list, and the question beside it. On a phone one of the two. */
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Message } from '../../core/messages/schema.ts';
import { PageTitle } from '../app/page-title.tsx';
import type { PageProps } from '../app/pages.tsx';
import { useChannels } from '../data/channels.ts';
import { titleOf, usePending } from '../data/reviews.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { hasWords } from '../look/has-words.ts';
import { sweepDrafts } from '../reviews/drafts.ts';
import { Hints } from './hints.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { Question } from './question.tsx';
import { QuestionList } from './question-list.tsx';

export default function WaitingPage({ params: { id } }: PageProps) {
  const isPhone = useMediaQuery('(width < 760px)', false, { getInitialValueInEffect: false });
  const { data: pending } = usePending();
  const [words, setWords] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const shown = useFound(pending ?? [], words);
  const [, go] = useLocation();
  const open = (to: string | undefined) => go(to ? `/m/${to}` : '/', { replace: id !== undefined });
  const { next, previous, after } = useNeighbours(shown, id);

  useEffect(sweepDrafts, []);
  const first = shown[0]?.id;
  useEffect(() => {
    // The open question stays open, whatever comes or goes: nobody answers one they have not read.
    if (!isPhone && id === undefined && first !== undefined) go(`/m/${first}`, { replace: true });
  }, [isPhone, id, first, go]);

  useKeys('Waiting for you', {
    ...(next !== undefined && { j: ['Next question', () => open(next)] }),
    ...(previous !== undefined && { k: ['Previous question', () => open(previous)] }),
    ...(pending?.length && { '/': ['Search what waits', () => search.current?.focus()] }),
  });

  const isEmpty = pending?.length === 0;
  if (isEmpty && id === undefined) return <NothingWaits />;
  return (
    <div className="inbox" data-shows={isPhone ? (id === undefined ? 'list' : 'question') : 'both'}>
      <PageTitle>Inbox</PageTitle>
      {(!isPhone || id === undefined) && (
        <QuestionList
          pending={pending}
          shown={shown}
          openId={id}
          words={words}
          onWords={setWords}
          searchField={search}
          onFound={() => open(first)}
        />
      )}
      {id !== undefined && (
        <Question
          key={id}
          id={id}
          isAlone={isPhone}
          next={next}
          onAnswered={() => {
            // Who has gone on already is not moved once more.
            if (id === after.current.openId) open(after.current.next);
          }}
        />
      )}
      {!isPhone && <Hints id={id} />}
    </div>
  );
}

/** The questions in which every word stands: in the title, the text or the channel's name. */
function useFound(pending: Message[], words: string): Message[] {
  const channels = useChannels().data ?? [];
  if (words.trim() === '') return pending;
  return pending.filter((message) => {
    const channel = channels.find(({ id }) => id === message.channelId)?.name ?? '';
    return hasWords(`${titleOf(message)} ${message.text ?? ''} ${channel}`, words);
  });
}

/** What stands around the open question, or around the place where it stood. */
function useNeighbours(shown: Message[], openId: string | undefined) {
  const place = useRef(0);
  const at = shown.findIndex(({ id }) => id === openId);
  const others = shown.filter(({ id }) => id !== openId);
  const index = at < 0 ? Math.min(place.current, others.length) : at;
  const next = (at < 0 ? (others[index] ?? others.at(-1)) : others[index])?.id;
  const afterAnswer = (others[index] ?? others.at(-1))?.id;
  const after = useRef({ openId, next: afterAnswer });
  useEffect(() => {
    place.current = index;
    after.current = { openId, next: afterAnswer };
  });
  return { next, previous: others[index - 1]?.id, after };
}
