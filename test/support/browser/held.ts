/** Answers and events that reach a page when a test lets them. */
import type { APIResponse, Page } from 'playwright-core';

/** Holds the next answer of the server to what matches, as it was given, until `release`. */
export async function holdNext(page: Page, url: string | RegExp) {
  const answered = Promise.withResolvers<APIResponse>();
  const released = Promise.withResolvers<void>();
  const arrived = Promise.withResolvers<void>();
  await page.route(
    url,
    async (route) => {
      const response = await route.fetch();
      answered.resolve(response);
      await released.promise;
      // A page that has been closed takes no answer.
      await route.fulfill({ response }).catch(() => {});
      arrived.resolve();
    },
    { times: 1 },
  );
  return {
    /** Resolves to the server's answer, which the page does not know yet. */
    answered: answered.promise,
    release(): Promise<void> {
      released.resolve();
      return arrived.promise;
    },
  };
}

/** Keeps pages that are opened after this without a live connection until `release`. */
export async function holdLive(page: Page) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.routeWebSocket(/socket/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((frame) => void promise.then(() => server.send(frame)));
    server.onMessage((frame) => void promise.then(() => socket.send(frame)));
  });
  return { release: () => resolve() };
}
