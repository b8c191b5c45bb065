/** The types of service workers that those of pages lack, and of what our server pushes to one. */
import type { PushedData } from '../../ways/webpush/pushed.ts';

export type Pushed = {
  notification: { title: string; body: string; tag: string; data: PushedData };
  /** Pending questions, in digits. */
  app_badge: string;
};

/** The data that a notification keeps to be shown again: `body` is what it said at first. */
export type Kept = PushedData & { body: string; confirming: string | null };

/** The former subscription of the browser and the new one; null for one that it does not name. */
export type Resubscribed = {
  oldSubscription: PushSubscription | null;
  newSubscription: PushSubscription | null;
};

type Extendable = Event & { waitUntil: (work: Promise<unknown>) => void };

type Routes = { condition: { or: { requestMode: RequestMode }[] }; source: 'network' };

export type Events = {
  install: Extendable & { addRoutes?: (routes: Routes) => Promise<void> };
  activate: Extendable;
  fetch: Extendable & {
    request: Request;
    /** Undefined unless the browser has asked for it already. */
    preloadResponse: Promise<Response | undefined>;
    respondWith: (answer: Promise<Response>) => void;
  };
  push: Extendable & { data: { json: () => Pushed } | null };
  pushsubscriptionchange: Extendable & Resubscribed;
  notificationclick: Extendable & { notification: Notification; action: string };
};

type Window = {
  url: string;
  focus: () => Promise<Window>;
  postMessage: (message: OpenPath) => void;
};

/** Asks a page that is open to go to a path. */
export type OpenPath = { open: string };

export type WorkerScope = {
  registration: ServiceWorkerRegistration;
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    matchAll: (which: { type: 'window'; includeUncontrolled: true }) => Promise<Window[]>;
    openWindow: (url: string) => Promise<Window | null>;
  };
  addEventListener: <Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ) => void;
};
