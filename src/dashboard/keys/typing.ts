/** Distinguishes words typed outside a field from deliberate keys. */
import { CLOSE_MS, WORD_KEYS, WORD_MS } from '../../core/reviews/press.ts';

type Typed = { key: string; at: number };
/**
 * `bounce`: it belongs to the press of the same key before. `close`: another key was pressed a moment before.
 * `word`: the third of different keys, or one that goes on with a word.
 */
export type Judged = 'meant' | 'bounce' | 'close' | 'word';

export function createTyping() {
  let recent: Typed[] = [];
  let closeAt = Number.NEGATIVE_INFINITY;
  let wordAt = Number.NEGATIVE_INFINITY;
  let from = 0;

  const isIn = (at: number) => at - Math.max(closeAt, wordAt) < WORD_MS;

  function judge(key: string, at: number): Judged {
    const last = recent.at(-1);
    const before = recent.filter((one) => at - one.at < WORD_MS);
    recent = [...before, { key, at }];
    const others = before.filter((one) => one.key !== key);
    const isWord = new Set(recent.map((one) => one.key)).size >= WORD_KEYS;
    const isGoingOn = at - wordAt < WORD_MS && last?.key !== key;
    const [close] = others.filter((one) => at - one.at < CLOSE_MS);
    if (!isWord && !isGoingOn && !close) {
      return before.some((one) => at - one.at < CLOSE_MS) ? 'bounce' : 'meant';
    }
    const [first = close] = isWord ? recent : [];
    if (!isIn(at)) from = first?.at ?? at;
    closeAt = at;
    if (!isWord && !isGoingOn) return 'close';
    wordAt = at;
    return 'word';
  }

  return {
    /** Classifies a key that would write a character. */
    judge,
    /** A key that is held down writes on. */
    hold(at: number): void {
      if (at - wordAt < WORD_MS) wordAt = at;
    },
    /** Does the same with the second key of a sequence: both count as one key. */
    judgeSecond(key: string, at: number): Judged {
      recent = recent.slice(0, -1);
      return judge(key, at);
    },
    /** A field disappeared while it was written in: the next keys are the rest of a word. */
    interrupt(at: number): void {
      recent = [];
      closeAt = at;
      wordAt = at;
      from = at;
    },
    /** When the first key of the last word was pressed. */
    wordFrom: () => from,
    /** Whether another key, or a word, has just been typed: then nothing answers. */
    isIn,
    /** Whether a word has just been typed: then nothing works. */
    isInWord: (at: number) => at - wordAt < WORD_MS,
  };
}
