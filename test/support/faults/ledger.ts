/** The writes that a server acknowledged to callers, and whether a data directory contains them. */

/** `at` is a position in the log of the disk, where one is kept. */
type Reported = { at: number };
export type Promised = Reported & {
  id: string;
  text: string | null;
  /** The newest text of a draft is at least this number. */
  steps: (Reported & { number: number })[];
  ended?: Reported;
  answered?: Reported & { option: string };
  acked?: Reported;
  file?: { id: string; filename: string };
  /** When its removal was requested, and when it was acknowledged. */
  removing?: Reported;
  removed?: Reported;
};
export type Ledger = ReturnType<typeof createLedger>;

/**
 * @param now the current position in the log of the disk
 */
export function createLedger(now: () => number = () => 0) {
  const promises = new Map<string, Promised>();
  return {
    promises,
    /** Texts that the server refused to store. */
    refused: new Set<string>(),
    now: (): Reported => ({ at: now() }),
    sent(id: string, text: string | null): Promised {
      const promised: Promised = { at: now(), id, text, steps: [] };
      promises.set(id, promised);
      return promised;
    },
    /** Returns those that were acknowledged up to a position of the log. */
    by: (at: number) => [...promises.values()].filter((one) => one.at <= at),
  };
}

export const wasBy = (at: number, reported: Reported | undefined): boolean =>
  reported !== undefined && reported.at <= at;
