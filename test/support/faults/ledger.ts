/** The writes that a server acknowledged to callers, and whether a data directory contains them. */

/** `at` is a position in the log of the disk, where one is kept. */
type Moment = { at: number };
export type Promised = Moment & {
  id: string;
  text: string | null;
  /** The newest text of a draft is at least this number. */
  steps: (Moment & { number: number })[];
  ended?: Moment;
  answered?: Moment & { option: string };
  acked?: Moment;
  file?: { id: string; filename: string };
  /** When its removal was requested, and when it was acknowledged. */
  removing?: Moment;
  removed?: Moment;
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
    now: (): Moment => ({ at: now() }),
    sent(id: string, text: string | null): Promised {
      const promised: Promised = { at: now(), id, text, steps: [] };
      promises.set(id, promised);
      return promised;
    },
    /** Returns those that were acknowledged up to a position of the log. */
    by: (at: number) => [...promises.values()].filter((one) => one.at <= at),
  };
}

export const wasBy = (at: number, moment: Moment | undefined): boolean =>
  moment !== undefined && moment.at <= at;
