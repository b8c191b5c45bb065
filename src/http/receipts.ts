/** Reports of our service worker from the device that a notice arrived at. */
import { Elysia } from 'elysia';
import { z } from 'zod';
import { Id } from '../core/ids.ts';
import type { Inbox } from '../core/inbox.ts';
import { confirmNotice } from '../core/notify/receipts.ts';
import { failures } from './errors.ts';
import { bearerIn } from './gates/credential.ts';

/** The header in which it shows, beside the session, that an answer comes from a notification. */
export const NOTICE_HEADER = 'inbox-notice';

export const receiptRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/notices', detail: { tags: ['Contacts'] } }).post(
    '/:id/receipt',
    ({ params, request }) => confirmNotice(inbox, params.id, bearerIn(request.headers) ?? ''),
    {
      params: z.object({ id: Id }),
      parse: 'none',
      detail: {
        operationId: 'recordReceipt',
        summary: 'Confirm that a notice arrived on its device',
        description: 'The bearer token is the one that the notice itself contained.',
        public: true,
      },
      response: { 200: z.object({ received: z.literal(true) }), ...failures },
    },
  );
