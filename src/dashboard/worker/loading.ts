/** Loading in the browser: pages through the worker, all else without waiting for it to start. */
import { notConnected } from './not-connected.ts';
import type { Events } from './scope.ts';

/** The modes of https://fetch.spec.whatwg.org/#concept-request-mode that no page has. */
const OTHERS = ['cors', 'no-cors', 'same-origin'] as const;

/** https://w3c.github.io/ServiceWorker/#service-worker-static-routing-api, where the browser has it. */
export async function routeAround(event: Events['install']): Promise<void> {
  const or = OTHERS.map((requestMode) => ({ requestMode }));
  try {
    await event.addRoutes?.({ condition: { or }, source: 'network' });
  } catch {
    // It knows another version of routes; the worker then gets these requests, and ignores them.
  }
}

/** Has the browser ask for a page while it starts the worker. */
export const enablePreload = async ({ navigationPreload }: ServiceWorkerRegistration) =>
  navigationPreload?.enable();

/** Returns the page, or one that says that there is no connection. */
export async function loadPage({ request, preloadResponse }: Events['fetch']): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request));
  } catch {
    return notConnected();
  }
}
