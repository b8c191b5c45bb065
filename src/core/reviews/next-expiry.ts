/**
 * Remembers when the next pending review expires, or is to be retried, so that checking costs no
 * query.
 */
export type Expiry = {
  nextAt: number | null;
  /** Called with a new `nextAt`; the schedule sets it. */
  onNext: () => void;
  settling: Promise<void> | null;
};

export const createExpiry = (): Expiry => ({ nextAt: null, onNext: () => {}, settling: null });

export function setNext(expiry: Expiry, at: number | null) {
  expiry.nextAt = at;
  expiry.onNext();
}
