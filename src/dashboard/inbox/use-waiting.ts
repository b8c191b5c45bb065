/** The list of the inbox, which question of it is open, and how one goes on from there. */
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { usePendingCount } from '../data/reviews.ts';
import { useBulk } from './bulk/use-bulk.ts';
import { useFirstOpen, useOpenFirst } from './use-first.ts';
import { useIsEmpty, useList, useNeighbours, useStillList } from './use-list.ts';
import { useListed } from './use-listed.ts';
import { type Narrow, useNarrow, useWords } from './use-narrow.ts';
import { usePendingKeys } from './use-pending-keys.ts';

export function useWaiting(id: string | undefined, isPhone: boolean) {
  const narrow = useNarrow();
  const { list, still, shown, isFound, words, setWords } = useShown(narrow);
  const [, go] = useLocation();
  const pathTo = (to: string | undefined) => `${to ? `/m/${to}` : '/'}${narrow.query}`;
  const open = (to: string | undefined) => go(pathTo(to), { replace: id !== undefined });
  const { at, next, previous, after, isNearEnd } = useNeighbours(shown, id);
  useEffect(() => {
    if (isNearEnd) list.more();
  });

  const first = shown[0]?.id;
  const openFirst = useOpenFirst(isFound, () => first !== undefined && open(first));
  const isAnswerable = useListed({
    id,
    narrow,
    isShown: at > 0,
    list: { hasNextPage: list.hasNextPage, isFound: isFound && !isPhone },
    openFirst: () => open(first),
  });
  const { marks, isMarking, keys, goOnAfter } = useBulk({ shown, id, next, previous, open });
  useFirstOpen(!isPhone && id === undefined && isFound ? first : undefined, narrow.query);

  const all = usePendingCount();
  const count = narrow.isNarrowed ? list.count : all;
  const isEmpty = useIsEmpty();
  const field = useRef<HTMLInputElement>(null);
  const toSearch = isEmpty ? undefined : () => field.current?.focus();
  usePendingKeys({ id, next, previous, open, others: keys, toSearch });
  const onAnswered = () => {
    // A person who has moved on is not moved again.
    const { openId, next: to } = after.current;
    // Back leads to the answered question.
    if (id === openId) go(pathTo(to));
  };
  const search = { words, onWords: setWords, searchField: field, onFound: openFirst };
  return {
    isEmpty,
    isMarking,
    list: {
      pending: list.pending && shown,
      held: still,
      isEmpty,
      count,
      openId: id,
      narrow,
      search,
      marks,
      onBulk: goOnAfter,
      onEnd: list.more,
    },
    question: {
      // Its keys are those of the marked ones.
      isAnswerable: isAnswerable && !isMarking,
      list: { home: pathTo(undefined), pathTo },
      place: { at, count, previous, next },
      onAnswered,
    },
  };
}

/** The list as it is shown, and the words that are searched in it. */
function useShown(narrow: Narrow) {
  const { words, setWords, isRested } = useWords(narrow);
  const list = useList(narrow.filter);
  const { still, shown } = useStillList(list.pending, JSON.stringify(narrow.filter));
  return { list, still, shown, isFound: list.isFound && isRested, words, setWords };
}
