import { edenGC } from 'bun:jsc';

const MORE = 250;

/**
 * Counts held requests, and collects garbage whenever 250 more are held than at the last collection.
 * What a request keeps until its end lies among what was needed only to receive it, and the engine
 * frees memory by the block: left to choose the time, it would need half as much again for 10,000.
 */
export class HeldCount {
  count = 0;
  #collectedAt = 0;
  readonly #collect: () => void;

  constructor(collect: () => void = edenGC) {
    this.#collect = collect;
  }

  add(): void {
    this.count++;
    if (this.count - this.#collectedAt < MORE) return;
    this.#collectedAt = this.count;
    this.#collect();
  }

  remove(): void {
    this.count--;
    this.#collectedAt = Math.min(this.#collectedAt, this.count);
  }

  /** Counts a request until its answer. */
  async during<T>(answer: Promise<T>): Promise<T> {
    this.add();
    try {
      return await answer;
    } finally {
      this.remove();
    }
  }
}
