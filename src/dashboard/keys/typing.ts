/** Tells words that miss their field from keys that are meant. */
import { CLOSE_MS, WORD_KEYS, WORD_MS } from '../../core/reviews/press.ts';

type Typed = { key: string; at: number };

export function createTyping() {
  let recent: Typed[] = [];
  let wordAt = Number.NEGATIVE_INFINITY;

  function judge(key: string, at: number): 'meant' | 'bounce' | 'word' {
    const before = recent.filter((one) => at - one.at < WORD_MS);
    recent = [...before, { key, at }];
    const close = before.filter((one) => at - one.at < CLOSE_MS);
    if (close.some((one) => one.key !== key)) return 'word';
    if (new Set(recent.map((one) => one.key)).size >= WORD_KEYS) return 'word';
    return close.length > 0 ? 'bounce' : 'meant';
  }

  return {
    /** What a key that would write something is; a bounce belongs to the same key's press before it. */
    judge(key: string, at: number) {
      const judged = judge(key, at);
      if (judged === 'word') wordAt = at;
      return judged;
    },
    /** Whether a word has just been typed: Enter would have been its end. */
    isInWord: (at: number) => at - wordAt < WORD_MS,
  };
}
