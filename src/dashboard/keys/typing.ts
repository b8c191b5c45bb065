/** Distinguishes words typed outside a field from deliberate keys. */
import { CLOSE_MS, WORD_KEYS, WORD_MS } from '../../core/reviews/press.ts';

type Typed = { key: string; at: number };

export function createTyping() {
  let recent: Typed[] = [];
  let wordAt = Number.NEGATIVE_INFINITY;
  let wordFrom = 0;

  const isInWord = (at: number) => at - wordAt < WORD_MS;

  function judge(key: string, at: number): 'meant' | 'bounce' | 'word' {
    const before = recent.filter((one) => at - one.at < WORD_MS);
    recent = [...before, { key, at }];
    const close = before.filter((one) => at - one.at < CLOSE_MS);
    const isWord = new Set(recent.map((one) => one.key)).size >= WORD_KEYS;
    const [first] = isWord ? recent : close.filter((one) => one.key !== key);
    if (!first) return close.length > 0 ? 'bounce' : 'meant';
    if (!isInWord(at)) wordFrom = first.at;
    wordAt = at;
    return 'word';
  }

  return {
    /**
     * Classifies a key that would write a character; a bounce belongs to the previous press of the
     * same key.
     */
    judge,
    /** When the first key of the last word was pressed. */
    wordFrom: () => wordFrom,
    /** Whether a word has just been typed: Enter would end it. */
    isInWord,
  };
}
