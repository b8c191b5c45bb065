import { Elysia } from 'elysia';
import type { Inbox } from '../core/inbox.ts';
import { getPushKey } from '../ways/webpush/keys.ts';
import { PushKey } from '../ways/webpush/schema.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

export const pushRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/push', detail: { tags: ['Contacts'] } })
    .use(withCaller)
    .get('/key', ({ caller }) => getPushKey(inbox, caller), {
      detail: {
        operationId: 'getPushKey',
        summary: 'Get the key with which a browser subscribes to notifications',
        description: 'Answers 409 with what the owner must set if push notifications are off.',
      },
      response: { 200: PushKey, ...failures },
    });
