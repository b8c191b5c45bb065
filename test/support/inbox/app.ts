/** The HTTP side of a test's inbox, without a network. */
import type { Inbox } from '../../../src/core/inbox.ts';
import { type AppOptions, createApp } from '../../../src/http/app.ts';

/** Sends a request to a path under `/api/v1`, from the address that `x-test-address` names. */
export async function appOf(inbox: Inbox, options: Partial<AppOptions> = {}) {
  const app = createApp(inbox, {
    localToken: 'local',
    isDraining: () => false,
    addressOf: (request) => request.headers.get('x-test-address') ?? '192.0.2.1',
    ...options,
  });
  await app.modules;
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    app.handle(new Request(`http://localhost/api/v1${path}`, init));
  return Object.assign(send, { routes: app.routes });
}

export const jsonBody = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});
