/** The service worker of this browser. */
import { base } from '../data/base.ts';

/** Null where browsers have none, as without https. */
export const workers = (): ServiceWorkerContainer | null =>
  'serviceWorker' in navigator ? navigator.serviceWorker : null;

/** Asks for the worker's newest version at each opening. */
export async function registerWorker(): Promise<void> {
  await workers()?.register(`${base}/sw.js`, { updateViaCache: 'none' });
}

/** Null until there is one. */
export const findRegistration = async (): Promise<ServiceWorkerRegistration | null> =>
  (await workers()?.getRegistration(`${base}/`)) ?? null;
