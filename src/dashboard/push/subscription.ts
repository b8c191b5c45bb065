/** The subscription of this browser at its push service. */
import type { PushSubscription as PushAddress } from '../../ways/webpush/schema.ts';
import { addressOf } from './address.ts';
import { findRegistration, registerWorker, workers } from './registration.ts';

/** Some browsers never answer where their push service is blocked. */
const PATIENCE_MS = 15_000;
const NO_ANSWER =
  'The push service of this browser does not answer. Check that neither the browser nor the network blocks it, then try again.';

export const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await findRegistration())?.pushManager.getSubscription()) ?? null;

/**
 * Subscribes with the key of this inbox; to be called by a press, as it may ask for the permission.
 * @throws Error with a sentence for the person
 */
export async function subscribe(key: string): Promise<PushAddress> {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('The browser did not allow notifications.');
  }
  return withPatience(subscribedWith(key));
}

/** Subscribes without asking for anything, where notifications are allowed already. */
export const subscribeAgain = (key: string): Promise<PushAddress> =>
  withPatience(subscribedWith(key));

async function subscribedWith(key: string): Promise<PushAddress> {
  await registerWorker();
  const registration = await workers()?.ready;
  if (!registration) throw new Error('This browser has no service workers.');
  const before = await registration.pushManager.getSubscription();
  if (before && !hasKey(before, key)) await before.unsubscribe();
  const made = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: key,
  });
  return addressOf(made);
}

export async function unsubscribe(): Promise<void> {
  await (await findSubscription())?.unsubscribe();
}

/** Whether it was made with this key, which an inbox keeps for as long as its data. */
export function hasKey({ options }: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0));
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '') === key;
}

function withPatience<T>(work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(NO_ANSWER)), PATIENCE_MS);
  return Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
