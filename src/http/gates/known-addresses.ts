import { putNewest } from '../../core/newest.ts';

const REMEMBERED_MS = 60 * 60 * 1000;
const NOTED_EVERY_MS = 60 * 1000;
const MOST = 10_000;

export type KnownAddresses = ReturnType<typeof createKnownAddresses>;

/** Remembers the addresses from which a valid credential was used within the last hour. */
export function createKnownAddresses(now: () => number) {
  const lastCall = new Map<string, number>();
  return {
    note(address: string): void {
      const before = lastCall.get(address);
      if (before !== undefined && now() - before < NOTED_EVERY_MS) return;
      putNewest(lastCall, address, now(), MOST);
    },
    has(address: string): boolean {
      const last = lastCall.get(address);
      return last !== undefined && now() - last < REMEMBERED_MS;
    },
  };
}
