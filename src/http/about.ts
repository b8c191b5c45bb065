import { Elysia } from 'elysia';
import { describeInbox } from '../core/about/about.ts';
import { About } from '../core/about/schema.ts';
import type { Inbox } from '../core/inbox.ts';
import { version } from '../version.ts';
import { failures } from './errors.ts';
import { guarded } from './guard.ts';

export const aboutRoute = (inbox: Inbox) =>
  new Elysia({ detail: { tags: ['Server'] } })
    .use(guarded)
    .get('/about', async ({ caller }) => ({ version, ...(await describeInbox(inbox, caller)) }), {
      detail: { summary: 'Where the inbox stands and how large it is' },
      response: { 200: About, ...failures },
    });
