/**
 * Remembers when the next pending review expires, is to be withdrawn or to be retried, so that checking costs
 * no query.
 */
export type Expiry = {
  nextAt: number | null;
  /** Called with a new `nextAt`; the schedule sets it. */
  onNext: () => void;
  settling: Promise<void> | null;
  /** When the schedule of a server last looked; null without one. */
  lookedAt: number | null;
};

export const createExpiry = (): Expiry => ({
  nextAt: null,
  onNext: () => {},
  settling: null,
  lookedAt: null,
});

export function setNext(expiry: Expiry, at: number | null) {
  expiry.nextAt = at;
  expiry.onNext();
}
