import { Elysia } from 'elysia';
import { InboxError } from '../core/errors.ts';
import type { Inbox } from '../core/inbox.ts';
import { agentRoutes } from './agents.ts';
import { authRoutes } from './auth.ts';
import { errorResponse, toInboxError } from './errors.ts';
import { fileRoutes } from './files.ts';
import { admit } from './guard.ts';
import { healthRoute } from './health.ts';
import { keyRoutes } from './keys.ts';
import { messageRoutes } from './messages.ts';
import { methodsOf } from './methods.ts';
import { plainQuery } from './query.ts';
import { reviewRoutes } from './reviews.ts';
import { tokenRoutes } from './tokens.ts';

export type App = ReturnType<typeof createApp>;
export type AppOptions = {
  /** The secret of whoever can read the data directory. */
  localToken: string;
  /** True once the server has begun to stop. */
  isDraining: () => boolean;
};

const API = '/api/v1';

/** The HTTP side of an inbox. All under /api/ is guarded; a route outside is public. */
export function createApp(inbox: Inbox, { localToken, isDraining }: AppOptions) {
  const app = new Elysia()
    .onRequest(async ({ request, set }) => {
      set.headers['x-request-id'] = crypto.randomUUID();
      if (!pathOf(request).startsWith('/api/')) return;
      if (isDraining()) throw new InboxError('unavailable', 'The inbox is shutting down');
      await admit(inbox, localToken, request);
    })
    .onError(({ code, error, set, request }) => {
      const known = toInboxError({ code, error });
      if (known?.code === 'not_found' && code === 'NOT_FOUND') {
        const allow = methodsOf(app.routes, pathOf(request));
        if (allow.length > 0) return methodNotAllowed(request.method, allow);
      }
      if (known) return errorResponse(known);
      const requestId = set.headers['x-request-id'];
      inbox.log.error({ err: error, requestId, path: pathOf(request) }, 'a request failed');
      return Response.json({ statusCode: 500, message: 'Internal error' }, { status: 500 });
    })
    .onTransform(plainQuery)
    .use(healthRoute(isDraining))
    .group(API, (api) =>
      api
        .use(messageRoutes(inbox))
        .use(reviewRoutes(inbox))
        .use(agentRoutes(inbox))
        .use(fileRoutes(inbox))
        .use(keyRoutes(inbox))
        .use(tokenRoutes(inbox))
        .use(authRoutes(inbox)),
    );
  return app;
}

/** The path as it was sent: `new URL` would throw on a bad Host header. */
function pathOf({ url }: Request): string {
  const start = url.indexOf('/', url.indexOf('://') + 3);
  const end = url.indexOf('?', start);
  return start < 0 ? '/' : url.slice(start, end < 0 ? undefined : end);
}

function methodNotAllowed(method: string, allow: string[]): Response {
  const message = `${method} is not allowed here; ${allow.join(', ')} is`;
  const headers = { allow: allow.join(', ') };
  return Response.json({ statusCode: 405, message }, { status: 405, headers });
}
