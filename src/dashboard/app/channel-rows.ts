import { useState } from 'react';
import { countIn } from '../../client/pending.ts';
import type { Agent } from '../../core/channels/schema.ts';
import type { Counts } from '../../core/reviews/schema.ts';
import { hasWords } from '../look/has-words.ts';

/** With this many channels or more, a field filters them. */
const MANY = 12;

/** Sorts channels with pending questions first; none moves while the pointer is over them. */
export function useChannelRows(channels: Agent[], counts: Counts) {
  const [words, setWords] = useState('');
  const [held, setHeld] = useState<string[] | null>(null);
  const sorted = channels.toSorted(
    (one, other) => Number(waits(other, counts)) - Number(waits(one, counts)),
  );
  const inOrder = held
    ? sorted.toSorted((one, other) => positionOf(held, one) - positionOf(held, other))
    : sorted;
  return {
    rows: inOrder.filter(({ name }) => hasWords(name, words)),
    isMany: channels.length >= MANY,
    words,
    setWords,
    hand: {
      onPointerEnter: () => setHeld(sorted.map(({ id }) => id)),
      onPointerLeave: () => setHeld(null),
    },
  };
}

const waits = ({ id }: Agent, counts: Counts) => countIn(counts, id) > 0;

/** New ones come last. */
function positionOf(held: string[], { id }: Agent): number {
  const place = held.indexOf(id);
  return place < 0 ? held.length : place;
}
