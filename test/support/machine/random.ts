/** Numbers from 0 to 1 that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A seed for this run, unless the environment names one. */
export const newSeed = () => Number(process.env.INBOX_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** For a property: the seed that the environment names. */
export const givenSeed =
  process.env.INBOX_SEED === undefined ? {} : { seed: Number(process.env.INBOX_SEED) };

/** A text of any letters, for which an index of trigrams takes as long as it can. */
export function randomLetters(length: number, seed: number): string {
  const random = seeded(seed);
  const letter = () => String.fromCharCode(33 + Math.floor(random() * 90));
  return Array.from({ length }, letter).join('');
}
