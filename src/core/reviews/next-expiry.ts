/** Knows when the next pending review runs out, or is to be tried again: looking costs no query. */
export type Expiry = {
  nextAt: number | null;
  /** Hears of a new `nextAt`; the clock's wiring sets it. */
  onNext: () => void;
  settling: Promise<void> | null;
};

export const createExpiry = (): Expiry => ({ nextAt: null, onNext: () => {}, settling: null });

export function setNext(expiry: Expiry, at: number | null) {
  expiry.nextAt = at;
  expiry.onNext();
}
