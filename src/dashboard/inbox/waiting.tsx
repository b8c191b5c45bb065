/** What waits for an answer: the list, and the question beside it. On a phone one of the two. */
import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { Message, PendingMessage } from '../../core/messages/schema.ts';
import { PageTitle } from '../app/page-title.tsx';
import type { PageProps } from '../app/pages.tsx';
import { usePending, usePendingCount } from '../data/reviews.ts';
import { useMe } from '../data/session.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { useIsWide } from '../look/use-is-wide.ts';
import { useStill } from '../look/use-still.ts';
import { useHidden } from '../outbox/context.ts';
import { Trace } from '../outbox/trace.tsx';
import { sweepDrafts } from '../reviews/drafts.ts';
import { Hints } from './hints.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { Question } from './question.tsx';
import { QuestionList } from './question-list.tsx';

export default function WaitingPage({ params: { id } }: PageProps) {
  const isPhone = !useIsWide();
  const [words, setWords] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const list = useList(words);
  const { still, shown } = useStillList(list.pending, words);
  const [, go] = useLocation();
  const open = (to: string | undefined) => go(to ? `/m/${to}` : '/', { replace: id !== undefined });
  const { at, next, previous, after, isNearEnd } = useNeighbours(shown, id);
  useEffect(() => {
    if (isNearEnd) list.more();
  });

  const first = shown[0]?.id;
  const [opensFirst, setOpensFirst] = useState(false);
  useEffect(() => {
    if (!opensFirst || !list.isFound) return;
    setOpensFirst(false);
    if (first !== undefined) open(first);
  });

  const me = useMe().id;
  useEffect(() => sweepDrafts(me), [me]);
  useEffect(() => {
    // The open question stays open, whatever comes or goes: nobody answers one they have not read.
    if (!isPhone && id === undefined && first !== undefined) go(`/m/${first}`, { replace: true });
  }, [isPhone, id, first, go]);

  const { pending, hasNextPage } = usePending();
  const all = usePendingCount();
  const count = words === '' ? all : list.found;
  const isHidden = useIsHidden();
  const isEmpty = pending?.every(isHidden) === true && !hasNextPage;
  useKeys('Waiting for you', {
    ...(next !== undefined && { j: ['Next question', () => open(next)] }),
    ...(previous !== undefined && { k: ['Previous question', () => open(previous)] }),
    ...(!isEmpty && { '/': ['Search what waits', () => search.current?.focus()] }),
  });

  if (isEmpty && id === undefined) return <NothingWaits />;
  return (
    <div className="inbox" data-shows={isPhone ? (id === undefined ? 'list' : 'question') : 'both'}>
      {id === undefined && <PageTitle>Inbox</PageTitle>}
      {(!isPhone || id === undefined) && (
        <QuestionList
          pending={list.pending && shown}
          held={still}
          isEmpty={isEmpty}
          found={list.found}
          openId={id}
          words={words}
          onWords={setWords}
          searchField={search}
          onFound={() => setOpensFirst(true)}
          isReading={list.isFetching}
          onEnd={list.more}
        />
      )}
      {id !== undefined && (
        <Question
          key={id}
          id={id}
          isAlone={isPhone}
          place={{ at, count, previous, next }}
          onAnswered={() => {
            // Who has gone on already is not moved once more.
            const { openId, next: to } = after.current;
            // Back leads to the question that was answered.
            if (id === openId) go(to ? `/m/${to}` : '/');
          }}
        />
      )}
      {isPhone ? (
        <Trace />
      ) : (
        <div className="inbox-foot">
          <Trace />
          <Hints id={id} />
        </div>
      )}
    </div>
  );
}

const TYPING_MS = 150;

/** The questions that are listed: all, or what the server finds once the typing rests. */
function useList(words: string) {
  const [search] = useDebouncedValue(words.trim(), TYPING_MS);
  const list = usePending(words.trim() === '' ? {} : { search });
  const isHidden = useIsHidden();
  const isFound = search === words.trim() && !list.isPlaceholderData && !list.isPending;
  /** Reads the next page, unless one has failed: it comes with the next connection. */
  function more(): void {
    const { hasNextPage, isFetching, isFetchNextPageError } = list;
    if (!hasNextPage || isFetching || isFetchNextPageError) return;
    void list.fetchNextPage({ cancelRefetch: false });
  }
  const pending = list.pending?.filter((one) => !isHidden(one));
  return { ...list, pending, isFound, more, found: list.data?.pages.at(-1)?.total ?? 0 };
}

/** Whether a question is out of the list while its answer is on its way. */
function useIsHidden() {
  const hidden = new Set(useHidden().map(({ id }) => id));
  return ({ id }: Message) => hidden.has(id);
}

type Row = { key: string; message: PendingMessage };

/** The list as it is shown: while a pointer is in it, nothing new comes between what is there. */
function useStillList(pending: PendingMessage[] | undefined, words: string) {
  const rows = useMemo(
    () => (pending ?? []).map((message): Row => ({ key: message.id, message })),
    [pending],
  );
  const still = useStill(rows, (_, at, last) => at > last);
  const shown = useMemo(() => still.shown.map(({ message }) => message), [still.shown]);
  const { release } = still;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another search is another list
  useEffect(release, [words]);
  return { still, shown };
}

const NEAR_ROWS = 10;

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
  const isNearEnd = index >= others.length - NEAR_ROWS;
  return { at: at + 1, next, previous: others[index - 1]?.id, after, isNearEnd };
}
