/** The pending questions: the list, and the open one beside it. On a phone, one of the two. */
import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import type { PageProps } from '../app/page-props.ts';
import { PageTitle } from '../app/page-title.tsx';
import { usePending, usePendingCount } from '../data/reviews.ts';
import { useMe } from '../data/session.ts';
import { useKeys } from '../keys/use-keys.tsx';
import { useIsWide } from '../look/use-is-wide.ts';
import { Trace } from '../outbox/trace.tsx';
import { sweepDrafts } from '../reviews/drafts.ts';
import { arrowKeys } from './arrows.ts';
import { useBulk } from './bulk/use-bulk.ts';
import { Hints } from './hints.tsx';
import { NothingWaits } from './nothing-waits.tsx';
import { Question } from './question.tsx';
import { QuestionList } from './question-list.tsx';
import { useIsHidden, useList, useNeighbours, useStillList } from './use-list.ts';
import { useListed } from './use-listed.ts';
import { useNarrow, useWords } from './use-narrow.ts';

export default function WaitingPage({ params: { id } }: PageProps) {
  const isPhone = !useIsWide();
  const narrow = useNarrow();
  const { query, filter } = narrow;
  const { words, setWords, isRested } = useWords(narrow);
  const search = useRef<HTMLInputElement>(null);
  const list = useList(filter);
  const isFound = list.isFound && isRested;
  const { still, shown } = useStillList(list.pending, JSON.stringify(filter));
  const [, go] = useLocation();
  const pathTo = (to: string | undefined) => `${to ? `/m/${to}` : '/'}${query}`;
  const open = (to: string | undefined) => go(pathTo(to), { replace: id !== undefined });
  const { at, next, previous, after, isNearEnd } = useNeighbours(shown, id);
  useEffect(() => {
    if (isNearEnd) list.more();
  });

  const first = shown[0]?.id;
  const openFirst = useOpenFirst(isFound, () => first !== undefined && open(first));
  const isAnswerable = useListed({
    ...{ id, narrow, isShown: at > 0 },
    list: { hasNextPage: list.hasNextPage, isFound: isFound && !isPhone },
    openFirst: () => open(first),
  });

  const { marks, isMarking, keys, goOnAfter } = useBulk({ shown, id, next, previous, open });

  const me = useMe().id;
  useEffect(() => sweepDrafts(me), [me]);
  useEffect(() => {
    // The open question stays open, whatever events arrive: nobody answers one they have not read.
    if (isPhone || id !== undefined || first === undefined || !isFound) return;
    go(`/m/${first}${query}`, { replace: true });
  }, [isPhone, id, first, isFound, query, go]);

  const { pending, hasNextPage } = usePending();
  const all = usePendingCount();
  const count = narrow.isNarrowed ? list.count : all;
  const isHidden = useIsHidden();
  const isEmpty = pending?.every(isHidden) === true && !hasNextPage;
  useKeys('Pending', {
    ...(next !== undefined && { j: ['Next question', () => open(next)] }),
    ...(previous !== undefined && { k: ['Previous question', () => open(previous)] }),
    ...arrowKeys({ next, previous, open }),
    ...keys,
    ...(!isEmpty && { '/': ['Search pending questions', () => search.current?.focus()] }),
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
          count={count}
          openId={id}
          narrow={narrow}
          search={{
            words,
            onWords: setWords,
            searchField: search,
            onFound: openFirst,
          }}
          marks={marks}
          onBulk={goOnAfter}
          isReading={list.isFetching}
          onEnd={list.more}
        />
      )}
      {id !== undefined && (
        <Question
          key={id}
          id={id}
          isAlone={isPhone}
          // The keys apply to the marked ones.
          isAnswerable={isAnswerable && !isMarking}
          list={{ home: pathTo(undefined), pathTo }}
          place={{ at, count, previous, next }}
          onAnswered={() => {
            // Do not move a person who has already moved on.
            const { openId, next: to } = after.current;
            // Back leads to the answered question.
            if (id === openId) go(pathTo(to));
          }}
        />
      )}
      {isPhone ? <Trace /> : <Foot id={isMarking ? undefined : id} />}
    </div>
  );
}

const Foot = ({ id }: { id: string | undefined }) => (
  <div className="inbox-foot">
    <Trace />
    <Hints id={id} />
  </div>
);

/** Opens the first match, as soon as it is known. */
function useOpenFirst(isFound: boolean, open: () => void): () => void {
  const [isWanted, setIsWanted] = useState(false);
  useEffect(() => {
    if (!isWanted || !isFound) return;
    setIsWanted(false);
    open();
  });
  return () => setIsWanted(true);
}
