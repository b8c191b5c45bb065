/** Lets one page of this browser at a time do a named task; others return immediately. */
import { keep, readKept } from '../data/kept.ts';

type Lease = { page: number; until: number };

const LEASE_MS = 10_000;
const RENEW_MS = 3000;
/** Pages that take a lease at the same moment see after this time which was last. */
const SETTLE_MS = 30;
const page = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
const mine = new Set<string>();

/**
 * @param name begins with the person's id, like every stored key
 */
export async function alone(name: string, act: () => Promise<void>): Promise<void> {
  if (mine.has(name)) return;
  mine.add(name);
  try {
    // A page opened over plain http has no locks.
    if (navigator.locks) {
      await navigator.locks.request(name, { ifAvailable: true }, (lock) => lock && act());
    } else await leased(name, act);
  } finally {
    mine.delete(name);
  }
}

async function leased(name: string, act: () => Promise<void>): Promise<void> {
  const key = `${name} lease`;
  const held = () => readKept<Lease>(key);
  const take = () => keep(key, { page, until: Date.now() + LEASE_MS } satisfies Lease);
  const other = held();
  if (other && other.page !== page && other.until > Date.now()) return;
  take();
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  if (held() && held()?.page !== page) return;
  const renewing = setInterval(take, RENEW_MS);
  try {
    await act();
  } finally {
    clearInterval(renewing);
    keep(key, null);
  }
}
