/** Pushes to a browser, which is here subscribed to one on loopback. */
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { PushSubscription as Address } from '../../../src/ways/webpush/schema.ts';
import { eventually } from '../reach/eventually.ts';

/** A browser that runs tests reaches no push service: its subscriptions are those that the test has. */
export const subscribeAs = (context: BrowserContext, address: Address): Promise<void> =>
  context.addInitScript(stubSubscriptions, address).then(() => {});

function stubSubscriptions({ endpoint, keys }: Address) {
  const KEY = 'test-push-key';
  const own = () => {
    const key = localStorage.getItem(KEY);
    if (key === null) return null;
    const bytes = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
    return {
      endpoint,
      options: { applicationServerKey: Uint8Array.from(bytes, (one) => one.charCodeAt(0)).buffer },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => localStorage.removeItem(KEY),
    };
  };
  Object.assign(PushManager.prototype, {
    getSubscription: async () => own(),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem(KEY, applicationServerKey);
      return own();
    },
  });
}

export type Shown = { title: string; body: string; actions: string[]; isSilent: boolean };

/** The service worker of the inbox that a page shows; later it needs none. */
export async function pushesOf(page: Page, origin: string) {
  const context = page.context();
  // A push to one that is still being installed is lost.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const blank = await context.newPage();
  const devtools = await context.newCDPSession(blank);
  const registrationId = await registrationAt(devtools, origin);
  // Chromium reconciles the notifications of a profile at their first use, and may lose one shown then.
  await eventually(() => worker.evaluate(keepsOne));
  await worker.evaluate(noteShown);
  return {
    deliver: (data: unknown) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify(data),
      }),
    shown: (tag: string) => worker.evaluate(notificationAt, tag),
    /** The browser replaces its subscription; resolves once the worker knows. */
    replace: (before: Address, after: Address) => worker.evaluate(resubscribe, { before, after }),
    press: (tag: string, action: string) => worker.evaluate(pressOn, { tag, action }),
    /** Resolves once the notification is as wanted, and is there. */
    async shows(tag: string, isWanted: (shown: Shown) => boolean = () => true): Promise<Shown> {
      await eventually(async () => {
        const shown = await worker.evaluate(lastShown, tag);
        if (!shown || isWanted(shown)) return shown;
        // A page may have replaced it since.
        await Bun.sleep(100);
        const replaced = await worker.evaluate(notificationAt, tag);
        return replaced && isWanted(replaced);
      });
      const there = await worker.evaluate(notificationAt, tag);
      if (!there || !isWanted(there)) throw new Error(`${tag} is not there`);
      return there;
    },
  };
}

function registrationAt(devtools: CDPSession, origin: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const own = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
    if (own) resolve(own.registrationId);
  });
  void devtools.send('ServiceWorker.enable');
  return promise;
}

declare const registration: ServiceWorkerRegistration;

/** Whether a notification that is shown now stays; then it is closed. */
async function keepsOne(): Promise<boolean> {
  const tag = 'first use';
  await registration.showNotification(tag, { tag, silent: true });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const shown = await registration.getNotifications({ tag });
  for (const one of shown) one.close();
  return shown.length > 0;
}

declare const shownHere: Map<string, Shown>;

/**
 * Notes what the worker shows. Chromium removes a notification that it has stored and not yet displayed when its
 * list is read in between, so that a test must not ask for the list until then.
 */
function noteShown(): void {
  const { prototype } = ServiceWorkerRegistration;
  const { showNotification } = prototype;
  const noted = new Map<string, Shown>();
  Object.assign(globalThis, { shownHere: noted });
  prototype.showNotification = async function (title, options = {}) {
    await showNotification.call(this, title, options);
    const { tag = '', body = '', silent } = options;
    const { actions = [] } = options as { actions?: { title: string }[] };
    noted.set(tag, {
      title,
      body,
      actions: actions.map((action) => action.title),
      isSilent: silent === true,
    });
  };
}

const lastShown = (tag: string): Shown | null => shownHere.get(tag) ?? null;

async function notificationAt(tag: string): Promise<Shown | null> {
  const [one] = await registration.getNotifications({ tag });
  if (!one) return null;
  const { title, body, silent } = one;
  const { actions } = one as unknown as { actions: { title: string }[] };
  return { title, body, actions: actions.map((action) => action.title), isSilent: silent === true };
}

/** Resolves once the worker has done what follows. */
async function resubscribe({ before, after }: { before: Address; after: Address }) {
  const subscriptionOf = ({ endpoint, keys }: Address) => ({
    endpoint,
    options: { applicationServerKey: new ArrayBuffer(65) },
    toJSON: () => ({ endpoint, keys }),
  });
  const event = new Event('pushsubscriptionchange');
  const work: Promise<unknown>[] = [];
  Object.assign(event, {
    oldSubscription: subscriptionOf(before),
    newSubscription: subscriptionOf(after),
    waitUntil: (one: Promise<unknown>) => work.push(one),
  });
  dispatchEvent(event);
  await Promise.all(work);
}

/** Resolves once the worker has done what follows. */
async function pressOn({ tag, action }: { tag: string; action: string }): Promise<void> {
  const [notification] = await registration.getNotifications({ tag });
  const Made = (globalThis as never as { NotificationEvent: typeof Event }).NotificationEvent;
  const event = new Made('notificationclick', { notification, action } as EventInit);
  const work: Promise<unknown>[] = [];
  // One that a script has made waits for nothing.
  Object.defineProperty(event, 'waitUntil', { value: (one: Promise<unknown>) => work.push(one) });
  dispatchEvent(event);
  await Promise.all(work);
}
