/** The service worker: shows what is pushed, answers from notifications, and says when the inbox can't be reached. */
import { enablePreload, loadPage, routeAround } from './loading.ts';
import { pressed } from './press.ts';
import { renewed } from './renew.ts';
import type { WorkerScope } from './scope.ts';
import { showPushed } from './show.ts';

declare const self: WorkerScope;

self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([routeAround(event), self.skipWaiting()])),
);
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([enablePreload(self.registration), self.clients.claim()])),
);

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(loadPage(event));
});

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPushed(self.registration, event.data.json()));
});

self.addEventListener('notificationclick', (event) =>
  event.waitUntil(pressed(self, event.notification, event.action)),
);

self.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(renewed(self.registration, event)),
);
