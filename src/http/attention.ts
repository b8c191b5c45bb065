import { Elysia } from 'elysia';
import type { Inbox } from '../core/inbox.ts';
import { getAttention, setAttention } from '../core/notify/attention.ts';
import { Attention } from '../core/notify/schema.ts';
import { json } from './body.ts';
import { failures } from './errors.ts';
import { withCaller } from './gates/caller.ts';

export const attentionRoutes = (inbox: Inbox) =>
  new Elysia({ prefix: '/attention', detail: { tags: ['Contacts'] } })
    .use(withCaller)
    .get('/', ({ caller }) => getAttention(inbox, caller), {
      detail: {
        operationId: 'getAttention',
        summary: 'Get your quiet hours, reminders, digest and time zone',
      },
      response: { 200: Attention, ...failures },
    })
    .put('/', ({ caller, body }) => setAttention(inbox, caller, body), {
      body: Attention,
      parse: json,
      detail: {
        operationId: 'setAttention',
        summary: 'Set your quiet hours, reminders, digest and time zone',
      },
      response: { 200: Attention, ...failures },
    });
