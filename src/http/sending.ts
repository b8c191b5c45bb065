import { Elysia } from 'elysia';
import { z } from 'zod';
import type { Inbox } from '../core/inbox.ts';
import { sendMessage } from '../core/messages/messages.ts';
import { Message, SendMessage, UpdateStream } from '../core/messages/schema.ts';
import { updateStream } from '../core/messages/streams.ts';
import { json } from './body.ts';
import { documentOnly } from './document-only.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

export const sendingRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/messages', detail: { tags: ['Messages'] } })
    .use(withCaller)
    .post(
      '/',
      async ({ caller, body, headers, status }) => {
        const clientId = body.clientId ?? headers['idempotency-key'];
        const sent = await sendMessage(inbox, caller, { ...body, clientId });
        return status(sent.created ? 201 : 200, sent.message);
      },
      {
        body: SendMessage,
        parse: json,
        headers: z.object({ 'idempotency-key': z.string().min(1).max(200).optional() }),
        detail: { operationId: 'sendMessage', summary: 'Send a message, optionally with a review' },
        response: { 200: documentOnly(Message), 201: documentOnly(Message), ...failures },
      },
    )
    .patch(
      '/streams/:streamId',
      ({ caller, params, body }) => updateStream(inbox, caller, params.streamId, body),
      {
        params: z.object({ streamId: z.string().min(1).max(200) }),
        body: UpdateStream,
        parse: json,
        detail: {
          operationId: 'updateStream',
          summary: 'Replace the text of a streamed draft, or complete or abort it',
        },
        response: { 200: documentOnly(Message), ...failures },
      },
    );
