/** A browser that is subscribed to a push service on loopback. */
import type { Message } from '../../../src/core/messages/schema.ts';
import type { Contact } from '../../../src/core/notify/schema.ts';
import type { PushedData } from '../../../src/ways/webpush/pushed.ts';
import { type Pushed, type PushService, testPushService } from '../reach/push-service.ts';
import { isComplete, testBrowser } from './browser.ts';
import { pushesOf, subscribeAs } from './pushes.ts';

/** A push as it asks a question, and as it says how the question ended. */
export const asks = (id: string) => isAbout(id, 'asks');
export const settles = (id: string) => isAbout(id, 'settles');

const isAbout =
  (id: string, what: PushedData['what']): Wanted =>
  ({ tag, data }) =>
    tag === id && data.what === what;

async function lastOf(service: PushService, isWanted: Wanted, patienceMs?: number) {
  for (;;) {
    const all = service.pushed();
    const found = all.findLast(({ notification }) => isWanted(notification));
    if (found) return found;
    await service.has(all.length + 1, patienceMs);
  }
}

type Wanted = (notification: Pushed['notification']) => boolean;

const settings = { pushSubject: 'ops@example.com', webhookAllow: '127.0.0.1' };

export async function testPushed(path: string) {
  const service = testPushService();
  const browser = await testBrowser(settings);
  const { server } = browser;
  const page = await browser.page({ serviceWorkers: 'allow', permissions: ['notifications'] });
  const address = service.subscribe();
  await subscribeAs(page.context(), address);
  await browser.logIn(path, { on: page });
  await isComplete(page);
  const pushes = await pushesOf(page, server.url);
  return {
    browser,
    server,
    page,
    address,
    service,
    pushes,
    /** Delivers the last push that is wanted, once there is one; its tag. */
    async deliver(isWanted: Wanted, patienceMs?: number): Promise<string> {
      const pushed = await lastOf(service, isWanted, patienceMs);
      await pushes.deliver(pushed);
      return pushed.notification.tag;
    },
    review: async (id: string) =>
      (await server.as.owner.get<Message>(`/messages/${id}`)).body.review,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}

/** Starts a browser that is subscribed, with no window of the inbox. */
export async function testWithoutWindow() {
  const pushed = await testPushed('/');
  const { server, address, page } = pushed;
  await server.as.owner.post<Contact>('/contacts', { kind: 'webpush', address });
  await page.goto('about:blank');
  return pushed;
}
